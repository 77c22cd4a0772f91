import { createAddressProof } from '#features/accounts/server/public/address-proof.ts'
import { isFollowerBehind } from '#features/event-log/server/queries.ts'
import type { InboundAddresses, Mail } from '#features/mail-settings/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { lateCheck } from '#platform/server/check.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'
import { emailPreferenceApi } from '../contract.ts'
import { ticketMailApi } from '../mails/contract.ts'
import { ticketMailRoutes } from '../mails/server/routes.ts'
import { createTextSender } from '../texts/server/jobs.ts'
import { textMessage } from '../texts/server/deliveries.ts'
import { notificationMail } from './deliveries.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { followerName, followEvents } from './follower.ts'
import { createMailSender } from './jobs.ts'
import { emailPreferenceLive } from './live.ts'
import { createNotices, type TicketNotifyRule } from './notices.ts'
import { emailPreferenceRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { createUnsubscriber } from './unsubscribe.ts'

interface Needs extends Platform<Viewer> {
  mail: Mail
  inboundAddresses: InboundAddresses
  /** Absent: text messages are off. */
  sms: SmsAccount | undefined
  notifyRules: readonly TicketNotifyRule[]
  facts: FactCatalogue
  dispatcher: Dispatcher
  deliveryKinds: readonly DeliveryKind[]
  limits: { testMail(viewerId: string): Promise<void> }
  isTrial: Parameters<typeof createMailSender>[0]['isTrial']
}

const behindAfterMs = 60_000

export const notifications = {
  name: 'notifications',
  api: [emailPreferenceApi, ticketMailApi],
  facts: Object.values(events),
  fieldWords,
  live: [emailPreferenceLive],
  async serve({ limits, ...deps }) {
    const { app, db, clock, mail, publicUrl, dispatcher } = deps
    const unsubscriber = createUnsubscriber(deps.secret, publicUrl)
    emailPreferenceRoutes(deps.door, {
      db,
      clock,
      mail,
      unsubscriber,
      publicUrl,
      limitTests: limits.testMail,
      queued: dispatcher.wake,
      listReady: dispatcher.listReady,
      deliveryKinds: deps.deliveryKinds,
    })
    ticketMailRoutes(deps.door, { db, clock, follower: followerName })
    await unsubscribePage(app, { ...deps, unsubscriber })
  },
  senders(deps) {
    const { secret, publicUrl, sms } = deps
    const parts = { ...deps, notices: createNotices(deps.notifyRules) }
    const unsubscriber = createUnsubscriber(secret, publicUrl)
    const addressProof = createAddressProof({ secret, publicUrl })
    const mails = createMailSender({ ...parts, unsubscriber, addressProof })
    return sms ? [mails, createTextSender({ ...parts, account: sms })] : [mails]
  },
  async follow({ dispatcher, sms, ...deps }) {
    return followEvents({
      ...deps,
      notices: createNotices(deps.notifyRules),
      mayText: sms !== undefined,
      queued: () => dispatcher.wake(notificationMail, textMessage),
    })
  },
  // Commits wake the follower; it also polls every few seconds.
  checks: ({ db, clock }: Pick<Needs, 'db' | 'clock'>) => [
    lateCheck(
      'notifications',
      async () =>
        !(await isFollowerBehind(db, followerName, new Date(clock.now().getTime() - behindAfterMs))),
    ),
  ],
  deliveries: [notificationMail, textMessage],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, Viewer>
