import type { Sender } from '#platform/server/send/outbox.ts'
import { channelReply, type ReplyPayload } from './deliveries.ts'
import { sendText, type WhatsAppAccount } from './whatsapp.ts'

export const createReplySender = (account: WhatsAppAccount): Sender<ReplyPayload> => ({
  kind: channelReply,
  what: 'a reply',
  atOnce: 1,
  isReady: async () => true,
  async send({ payload: { phoneNumber, message } }) {
    await sendText(account, phoneNumber, message)
    return true
  },
})
