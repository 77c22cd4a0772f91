import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { oneLine } from '#platform/server/one-line.ts'
import { isSameSecret } from '#platform/server/secrets.ts'
import { SendFailure } from '#platform/server/send/send-failure.ts'
import { tracedFetch } from '#platform/server/traces/traced-fetch.ts'
import type { Received } from './service.ts'

export interface WhatsAppAccount {
  verifyToken: string
  appSecret: string
  accessToken: string
  phoneNumberId: string
  /** Includes the version, without a trailing slash. */
  apiUrl: string
}

interface Settings {
  WHATSAPP_VERIFY_TOKEN?: string | undefined
  WHATSAPP_APP_SECRET?: string | undefined
  WHATSAPP_ACCESS_TOKEN?: string | undefined
  WHATSAPP_PHONE_NUMBER_ID?: string | undefined
  WHATSAPP_API_URL: string
}

/** Reads the account from the environment; undefined: the channel is off. */
export function accountOf(env: Settings): WhatsAppAccount | undefined {
  const {
    WHATSAPP_VERIFY_TOKEN: verifyToken,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_ACCESS_TOKEN: accessToken,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
  } = env
  if (!verifyToken || !appSecret || !accessToken || !phoneNumberId) return undefined
  return { verifyToken, appSecret, accessToken, phoneNumberId, apiUrl: env.WHATSAPP_API_URL }
}

const timeLimitMs = 10_000

const Message = z.object({
  id: z.string().min(1).max(512),
  from: z.string().regex(/^\d{5,20}$/),
  /** Seconds since 1970. */
  timestamp: z.string().regex(/^\d{1,12}$/),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
})
const Contact = z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).optional() })

/** Other notifications, such as delivery receipts, are ignored. */
const Notification = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            messages: z.array(z.unknown()).optional(),
            contacts: z.array(Contact).optional().catch(undefined),
          }),
        }),
      ),
    }),
  ),
})

/** Verifies the HMAC over these bytes. `header` is `sha256=` and hex digits. */
export function isSigned(body: Buffer, header: unknown, appSecret: string): boolean {
  return isSameSecret(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
}

/** Checks the token of the webhook challenge. */
export const isVerified = (token: unknown, { verifyToken }: WhatsAppAccount) =>
  isSameSecret(token, verifyToken)

/** Extracts messages to our number, in order; undefined for an invalid notification. */
export function messagesOf(body: unknown, { phoneNumberId }: WhatsAppAccount): Received[] | undefined {
  const parsed = Notification.safeParse(body)
  if (!parsed.success) return undefined
  const values = parsed.data.entry
    .flatMap((entry) => entry.changes.map((change) => change.value))
    // An app of the provider may serve several numbers; skip the others.
    .filter(({ metadata }) => metadata?.phone_number_id === phoneNumberId)
  return values.flatMap(({ messages = [], contacts = [] }) =>
    messages.flatMap((given) => {
      const { success, data } = Message.safeParse(given)
      if (!success) return []
      const contact = contacts.find((one) => one.wa_id === data.from)
      const senderName = oneLine(contact?.profile?.name ?? '').slice(0, 100)
      return [
        {
          id: data.id,
          phoneNumber: data.from,
          sentAt: new Date(Number(data.timestamp) * 1000),
          senderName,
          text: data.text?.body,
        },
      ]
    }),
  )
}

/**
 * @throws {SendFailure} when refused; final if the message itself is wrong. Retries may send twice: the
 * provider has no idempotency key.
 */
export async function sendText(account: WhatsAppAccount, to: string, body: string): Promise<void> {
  const answer = await tracedFetch(`${account.apiUrl}/${account.phoneNumberId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.accessToken}` },
    body: JSON.stringify({ messaging_product: 'whatsapp', to, type: 'text', text: { body } }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  const isForGood = answer.status === 400 || answer.status === 404
  throw new SendFailure(`WhatsApp answered ${answer.status}`, isForGood)
}
