import { hash, timingSafeEqual } from 'node:crypto'

/** The SHA-256 of a text, in base64url: what is stored of a token, or compared in place of something long. */
export const sha256Of = (text: string): string => hash('sha256', text, 'base64url')

/**
 * Compares secrets in a time that tells nothing of where they differ, nor of how long the right one is.
 * @returns false also for what is no text
 */
export const isSameSecret = (given: unknown, secret: string): boolean =>
  typeof given === 'string' &&
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'))
