import { isFollowerBehind } from '#features/event-log/server/queries.ts'
import type { Mail } from '#features/mail-settings/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform, Sending } from '#platform/server/feature.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'
import { emailPreferenceApi } from '../contract.ts'
import { createTextSender } from '../texts/server/jobs.ts'
import * as events from './events.ts'
import { followerName, followEvents } from './follower.ts'
import { createMailSender } from './jobs.ts'
import { emailPreferenceLive } from './live.ts'
import { createNotices, type TicketNotifyRule } from './notices.ts'
import { emailPreferenceRoutes } from './routes.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { createUnsubscriber } from './unsubscribe.ts'

interface Needs extends Platform<Viewer> {
  mail: Mail
  /** Absent: nobody is texted. */
  sms: SmsAccount | undefined
  hub: {
    isConnected(userId: string): boolean
    hasAnswered(userId: string, since: Date): boolean
    probe(userIds: readonly string[]): void
  }
  notifyRules: readonly TicketNotifyRule[]
  sending: Sending
  limits: { testMail(viewerId: string): Promise<void> }
}

const behindAfterMs = 60_000

export const notifications = {
  name: 'notifications',
  api: [emailPreferenceApi],
  facts: Object.values(events),
  live: [emailPreferenceLive],
  async serve({ limits, ...deps }) {
    const { app, db, clock, mail, publicUrl, sending } = deps
    const unsubscriber = createUnsubscriber(deps.secret, publicUrl)
    emailPreferenceRoutes(deps.door, {
      db,
      clock,
      mail,
      unsubscriber,
      publicUrl,
      limitTests: limits.testMail,
      queued: sending.wake,
    })
    await unsubscribePage(app, { ...deps, unsubscriber })
  },
  async follow(deps) {
    const { secret, publicUrl, sending, sms, hub } = deps
    const notices = createNotices(deps.notifyRules)
    const sendingParts = { ...deps, notices, unsubscriber: createUnsubscriber(secret, publicUrl) }
    sending.add(
      createMailSender({ ...sendingParts, hasAnswered: hub.hasAnswered, look: () => follower.wake() }),
    )
    if (sms) sending.add(createTextSender({ ...sendingParts, account: sms }))
    const { isConnected, probe } = hub
    const follower = await followEvents({
      ...deps,
      notices,
      isConnected,
      probe,
      mayText: sms !== undefined,
      queued: sending.wake,
    })
    return follower
  },
  // Woken by each commit, the follower also looks by itself every few seconds.
  checks: ({ db, clock }: Pick<Needs, 'db' | 'clock'>) => [
    {
      name: 'notifications',
      isVital: false,
      asksDatabase: true,
      isWell: async () =>
        !(await isFollowerBehind(db, followerName, new Date(clock.now().getTime() - behindAfterMs))),
    },
  ],
} satisfies Feature<Needs, Viewer>
