import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import { channelReply } from './deliveries.ts'
import { createReplySender } from './jobs.ts'
import { whatsAppRoutes } from './routes.ts'
import { forgetOldMessages, forgetPerson } from './service.ts'
import type { WhatsAppAccount } from './whatsapp.ts'

interface Needs extends Platform<Viewer> {
  /** Absent: WhatsApp is off. */
  whatsApp: WhatsAppAccount | undefined
  dispatcher: Dispatcher
}

export const messaging = {
  name: 'messaging',
  async serve({ app, work, dispatcher, whatsApp: account }) {
    if (account) await whatsAppRoutes(app, { work, account, queued: () => dispatcher.wake(channelReply) })
  },
  senders: ({ whatsApp: account }) => (account ? [createReplySender(account)] : []),
  sweeps: [{ what: 'messages taken in', everyMinutes: 1, run: ({ work }) => work(forgetOldMessages) }],
  deliveries: [channelReply],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, Viewer>
