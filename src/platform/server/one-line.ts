/** Puts a person's text on one line: breaks, control characters and direction marks become a space. */
export const oneLine = (written: string): string =>
  written.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
