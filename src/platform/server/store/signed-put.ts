import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import { signedForS, type PutTarget } from './object-store.ts'

export interface SignedQuery {
  path: string
  max: string
  upload: string
  part: string
  nonce: string
  expires: string
  signature: string
}

const putPath = '/api/uploads/object'

/** Expired address, in the words that make upload engines ask for another. */
export class SignatureExpired extends AppError {
  constructor() {
    super('forbidden', 'Request has expired')
  }
}

/** Signs addresses with a key derived from the secret of this installation. */
export function createSigner(secret: string) {
  const key = createHmac('sha256', secret).update('signed upload').digest()
  const signatureOf = ({ path, max, upload, part, nonce, expires }: Omit<SignedQuery, 'signature'>) =>
    createHmac('sha256', key)
      .update(JSON.stringify([path, max, upload, part, nonce, expires]))
      .digest('base64url')

  return {
    sign({ path, maxBytes, part }: PutTarget, now: Date): string {
      const fields = {
        path,
        max: String(maxBytes),
        upload: part?.multipartId ?? '',
        part: part === undefined ? '' : String(part.number),
        nonce: randomUUID(),
        expires: String(Math.floor(now.getTime() / 1000) + signedForS),
      }
      return `${putPath}?${new URLSearchParams({ ...fields, signature: signatureOf(fields) }).toString()}`
    },
    /** @throws {AppError} `forbidden` for an expired address, or one that was not signed here */
    verify(query: SignedQuery, now: Date): PutTarget & { nonce: string } {
      const given = Buffer.from(query.signature)
      const right = Buffer.from(signatureOf(query))
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw forbidden('The signature of this address is wrong.')
      if (Number(query.expires) * 1000 <= now.getTime()) throw new SignatureExpired()
      return {
        path: query.path,
        maxBytes: Number(query.max),
        nonce: query.nonce,
        ...(query.part !== '' && { part: { multipartId: query.upload, number: Number(query.part) } }),
      }
    },
  }
}
