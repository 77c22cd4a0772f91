import { CallError } from './call.ts'

/** The server's faults of single fields, by their names; empty when it failed for another reason. */
export function issuesByField(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError) || error.status >= 500) return {}
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
}
