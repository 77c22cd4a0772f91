import { CallError } from './call.ts'

/** Faults of single fields by name; empty after another failure. */
export function issuesByField(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError) || error.status >= 500) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}
