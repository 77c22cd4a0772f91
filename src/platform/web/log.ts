/** Logs failures that the person need not see. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error)
}
