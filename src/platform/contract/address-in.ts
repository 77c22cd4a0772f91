import { withoutInvisible } from './searchable.ts'

/** The address in what mail programs copy: `Ann <ann@example.com>`, `mailto:ann@example.com`, marks of direction around it. */
export const addressIn = (copied: string): string =>
  withoutInvisible(copied)
    .replace(/^[^<>]*<([^<>\s]+@[^<>\s]+)>\s*$/, '$1')
    .replace(/^\s*(?:mailto:)+/i, '')
