import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NotificationType } from '../contract.ts'

export const unsubscribePath = '/unsubscribe'

interface Subscription {
  userId: string
  notificationTypes: readonly NotificationType[]
}

const Types = z
  .string()
  .transform((types) => types.split(','))
  .pipe(z.array(NotificationType))

/** Makes and verifies links that switch mails off without a session. */
export function createUnsubscriber(secret: string, publicUrl: string) {
  const key = createHmac('sha256', secret).update('unsubscribe').digest()
  const signatureOf = ({ userId, notificationTypes }: Subscription) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, ...notificationTypes]))
      .digest('base64url')

  return {
    linkFor(of: Subscription): string {
      const query = new URLSearchParams({
        user: of.userId,
        type: of.notificationTypes.join(),
        signature: signatureOf(of),
      })
      return `${publicUrl}${unsubscribePath}?${query.toString()}`
    },
    /** @returns undefined for a forged link */
    read(query: Record<string, unknown>): Subscription | undefined {
      const { user: userId, type, signature } = query
      const { data: notificationTypes } = Types.safeParse(type)
      if (typeof userId !== 'string' || typeof signature !== 'string' || !notificationTypes) return undefined
      const of = { userId, notificationTypes }
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(of))]
      return given.length === right.length && timingSafeEqual(given, right) ? of : undefined
    },
  }
}

export type Unsubscriber = ReturnType<typeof createUnsubscriber>
