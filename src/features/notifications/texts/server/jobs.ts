import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Sender } from '#platform/server/send/outbox.ts'
import { sendSms, type SmsAccount } from '#platform/server/send/sms.ts'
import type { Notices } from '../../server/notices.ts'
import { composeText } from './compose.ts'
import { textMessage, type TextPayload } from './deliveries.ts'

interface Parts {
  db: Database
  clock: Clock
  account: SmsAccount
  notices: Notices
  publicUrl: string
}

export const createTextSender = ({ db, clock, account, notices, publicUrl }: Parts): Sender<TextPayload> => ({
  kind: textMessage,
  what: 'a text',
  atOnce: 3,
  isReady: async () => true,
  async send({ userId, payload: { position } }) {
    if (userId === null) return false
    const text = await composeText(db, { userId, position }, { notices, publicUrl, now: clock.now() })
    if (text) await sendSms(account, text.to, text.body)
    return text !== undefined
  },
})
