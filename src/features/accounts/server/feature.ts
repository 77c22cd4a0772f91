import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Mail } from '#features/mail-settings/server/service.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'
import { accountApi } from '../contract.ts'
import { mobileApi } from '../mobile/contract.ts'
import { mobileRoutes } from '../mobile/server/routes.ts'
import { photoApi } from '../photo/contract.ts'
import { photoRoutes } from '../photo/server/routes.ts'
import { forgetEndedAddressChanges } from './address-change.ts'
import { createAddressNoticeSender } from './address-notice.ts'
import { linkMail } from './deliveries.ts'
import { createLinks, createLinkSender } from './link-mails.ts'
import { profileLive, userListLive } from './live.ts'
import { accountRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'

interface Needs extends Platform<LiveSession> {
  mail: Mail
  /** Absent: no text messages are sent, and no mobile number can be proved. */
  sms: SmsAccount | undefined
  dispatcher: Dispatcher
  limits: {
    signIn: Parameters<typeof accountRoutes>[1]['guess']
    link(ip: string, email: string): Promise<void>
    address(userId: string): Promise<void>
    mobileCode(ip: string, userId: string, number: string): Promise<void>
  }
}

export const accounts = {
  name: 'accounts',
  api: [accountApi, photoApi, mobileApi],
  live: [userListLive, profileLive],
  serve({ limits, ...deps }) {
    const { door, db, clock, log, settings } = deps
    accountRoutes(door, {
      db,
      clock,
      guess: limits.signIn,
      limitLinks: limits.link,
      limitAddresses: limits.address,
      links: createLinks(deps.secret),
      dispatcher: deps.dispatcher,
    })
    photoRoutes(door, { db, clock, log, store: deps.files.store, publicUrl: settings.PUBLIC_URL })
    mobileRoutes(door, { ...deps, account: deps.sms, limitCodes: limits.mobileCode })
  },
  senders: (deps) => [createLinkSender(deps), createAddressNoticeSender(deps)],
  sweeps: [
    {
      what: 'addresses that nobody has proved',
      everyMinutes: 1,
      run: ({ work }) => work(forgetEndedAddressChanges),
    },
  ],
  deliveries: [linkMail],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, LiveSession>
