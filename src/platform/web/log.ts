/** Notes in the console what went wrong without being worth a word to the person. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error)
}
