import { withoutInvisible } from './searchable.ts'

/** Extracts the address from the forms of mail programs: `Ann <ann@example.com>`, `mailto:ann@example.com`, direction marks. */
export const addressIn = (copied: string): string =>
  withoutInvisible(copied)
    .replace(/^[^<>]*<([^<>\s]+@[^<>\s]+)>\s*$/, '$1')
    .replace(/^\s*(?:mailto:)+/i, '')
