import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform, Sending } from '#platform/server/feature.ts'
import { createReplySender } from './jobs.ts'
import { whatsAppRoutes } from './routes.ts'
import type { WhatsAppAccount } from './whatsapp.ts'

interface Needs extends Platform<Viewer> {
  /** Absent: nothing comes in through WhatsApp. */
  whatsApp: WhatsAppAccount | undefined
  sending: Sending
}

export const messaging = {
  name: 'messaging',
  async serve({ app, db, work, clock, log, sending, whatsApp: account }) {
    if (!account) return
    const replies = createReplySender({ db, work, clock, log, account })
    sending.add(replies)
    await whatsAppRoutes(app, { work, account, queued: replies.wake })
  },
} satisfies Feature<Needs, Viewer>
