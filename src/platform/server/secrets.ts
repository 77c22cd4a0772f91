import { hash, timingSafeEqual } from 'node:crypto'

/** Hashes a token for storage, or a long text for comparison. */
export const sha256Of = (text: string): string => hash('sha256', text, 'base64url')

/** Compares secrets in constant time, independent of their lengths; false for a value that is no string. */
export const isSameSecret = (given: unknown, secret: string): boolean =>
  typeof given === 'string' &&
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
