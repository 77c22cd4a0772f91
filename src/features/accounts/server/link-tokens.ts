import { createHmac } from 'node:crypto'
import type { StoredDelivery } from '#platform/server/send/outbox.ts'

/** Makes the token of the link in a mail: the same at each try. */
export type TokenOf = (mail: Pick<StoredDelivery, 'id'>) => string

export function createTokenOf(secret: string): TokenOf {
  const key = createHmac('sha256', secret).update('password links').digest()
  return ({ id }) => createHmac('sha256', key).update(id).digest('base64url')
}
