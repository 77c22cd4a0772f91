/** Parses an If-Match or If-None-Match header; a weak tag compares as the tag it wraps. */
export const tagsOf = (header: string | undefined): string[] | undefined =>
  header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
