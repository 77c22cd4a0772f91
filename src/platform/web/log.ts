export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error)
}
