/** Logs failures to the console that are not worth a word to the person. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error)
}
