/** A text of a person as part of one line of ours: breaks, control characters and marks of direction become a space. */
export const oneLine = (written: string): string =>
  written.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
