/** What somebody wrote as it stands in a line of ours: breaks, control characters and turns of the direction become a space. */
export const oneLine = (written: string): string =>
  written.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
