import type { Sender } from '#platform/server/send/outbox.ts'
import { channelReply, type ReplyPayload } from './deliveries.ts'
import { sendText, type WhatsAppAccount } from './whatsapp.ts'

/** Sends the replies that are due, one after another. */
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
