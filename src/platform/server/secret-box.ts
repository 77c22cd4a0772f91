import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const version = 'v1'
const bytesOf = { key: 32, iv: 12 }

/** A secret sealed under another APP_SECRET or place, or a changed one. */
export class SecretUnreadable extends Error {}

/** Seals secrets for the database that the server must read, such as the mail server's password. @param purpose each has its own key */
export function createSecretBox(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, bytesOf.key))
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 8)
  const boundTo = (place: string) => Buffer.from(`${version}.${keyId}.${place}`)

  return {
    /** @param place table and row: sealed for one, it opens in no other */
    seal(text: string, place: string): string {
      const iv = randomBytes(bytesOf.iv)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [version, keyId, iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    /** @throws {SecretUnreadable} */
    open(text: string, place: string): string {
      const [ofVersion, ofKey, iv = '', rest = ''] = text.split('.')
      if (ofVersion !== version || ofKey !== keyId) throw new SecretUnreadable('sealed under another key')
      const sealed = Buffer.from(rest, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
          authTagLength: 16,
        })
        decipher.setAAD(boundTo(place)).setAuthTag(sealed.subarray(-16))
        return decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SecretUnreadable('changed, or sealed for another place', { cause })
      }
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>
