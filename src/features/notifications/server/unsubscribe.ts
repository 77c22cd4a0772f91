import { createHmac, timingSafeEqual } from 'node:crypto'
import { NotificationType } from '../contract.ts'

export const unsubscribePath = '/unsubscribe'

interface Subscription {
  userId: string
  notificationType: NotificationType
}

/** Makes, and knows again, the links by which the reader of a mail switches such mails off without signing in. */
export function createUnsubscriber(secret: string, publicUrl: string) {
  const key = createHmac('sha256', secret).update('unsubscribe').digest()
  const signatureOf = ({ userId, notificationType }: Subscription) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, notificationType]))
      .digest('base64url')

  return {
    linkFor(of: Subscription): string {
      const { userId, notificationType } = of
      const query = new URLSearchParams({ user: userId, type: notificationType, signature: signatureOf(of) })
      return `${publicUrl}${unsubscribePath}?${query.toString()}`
    },
    /** @returns undefined for a link that was not made here */
    read(query: Record<string, unknown>): Subscription | undefined {
      const { user: userId, type, signature } = query
      const { data: notificationType } = NotificationType.safeParse(type)
      if (typeof userId !== 'string' || typeof signature !== 'string' || !notificationType) return undefined
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf({ userId, notificationType }))]
      return given.length === right.length && timingSafeEqual(given, right)
        ? { userId, notificationType }
        : undefined
    },
  }
}

export type Unsubscriber = ReturnType<typeof createUnsubscriber>
