import type { LiveSession } from '#features/auth/server/queries.ts'
import type { InboundAddresses } from '#features/mail-settings/server/service.ts'
import { startReader, type ReaderParts } from '#features/mailboxes/server/public/reader.ts'
import { createMailboxSecrets } from '#features/mailboxes/server/service.ts'
import { createReplyTokens } from '#features/mail-threads/server/public/reply-address.ts'
import { lateCheck } from '#platform/server/check.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { secondsSince } from '#platform/server/reading.ts'
import { removeLeftovers } from '#platform/server/store/object-store.ts'
import { inboundApi } from '../contract.ts'
import { inboundSettingsApi } from '../settings/contract.ts'
import type { InboundDoor } from './public/door.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { forgetOldMails, forgetPerson } from './forget.ts'
import { startUnderstanding } from './jobs.ts'
import { startListener } from './listener.ts'
import { inboundLive } from './live.ts'
import { checkMail, readMail } from '#features/mail-reading/server/public/read-in-worker.ts'
import { readLimits } from '#features/mail-reading/server/public/read-mail.ts'
import { findBacklog } from './queries.ts'
import { inboundRoutes } from './routes.ts'
import { createTakeIn, type TakeIn } from './public/take-in.ts'
import { createSplitting } from './split.ts'
import { createTray } from './tray.ts'
import { createUnderstanding, type UnderstandParts } from './understand.ts'

interface Needs extends Platform<LiveSession> {
  inboundAddresses: InboundAddresses
  /** Undefined: no mails come in. */
  inbound: InboundDoor | undefined
}

/** Larger files of a mail are stored one after another. */
const largeFileBytes = 256 * 1024
const lateAfterS = 10 * 60

const partsOf = ({ files, secret, settings, ...deps }: Needs): UnderstandParts => ({
  ...deps,
  store: files.store,
  maxFileBytes: files.maxFileBytes,
  clientGb: settings.CLIENT_QUOTA_GB,
  tokens: createReplyTokens(secret),
  readMail: (raw) => readMail(raw, { ...readLimits, fileBytes: largeFileBytes }),
  checkMail: (raw, host) => checkMail(raw, { ...host, dnsServers: deps.inbound?.dnsServers }),
})

/** Takes in a mail of a mailbox: its address stands for the envelope, which IMAP does not tell. */
const takeFrom =
  (takeIn: TakeIn): ReaderParts['takeIn'] =>
  async ({ raw, mailbox, stored }) => {
    await takeIn(raw, { door: 'imap', envelopeFrom: '', recipients: [mailbox], mailboxes: [mailbox] }, stored)
  }

export const inbound = {
  name: 'inbound',
  api: [inboundApi, inboundSettingsApi],
  facts: Object.values(events),
  fieldWords,
  live: [inboundLive],
  serve(deps) {
    const parts = partsOf(deps)
    const { work, log, files, inbound: listener } = deps
    const understand = createUnderstanding(parts)
    const understanding = startUnderstanding({ work, log, understand })
    inboundRoutes(deps.door, {
      ...deps,
      store: files.store,
      tray: createTray(parts, understand),
      split: createSplitting(parts),
      listener,
    })
    const mostBytes = readLimits.bytes
    const takeIn = createTakeIn({ work, store: files.store, log, mostBytes, arrived: understanding.wake })
    const stops: (() => Promise<void>)[] = []
    deps.app.addHook('onReady', async () => {
      if (listener) stops.push(await startListener({ door: listener, mostBytes, takeIn, log }))
      const secrets = createMailboxSecrets(deps.secret)
      stops.push(startReader({ ...deps, secrets, mostBytes, takeIn: takeFrom(takeIn) }).stop)
    })
    deps.app.addHook('preClose', async () => {
      await Promise.all(stops.map((stop) => stop()))
    })
    deps.app.addHook('onClose', () => understanding.stop())
  },
  checks: ({ db, clock }) => [
    lateCheck('mail that comes in', async () => {
      const { since } = await findBacklog(db)
      return secondsSince(since, clock.now()) < lateAfterS
    }),
  ],
  readings: ({ db, clock }) => [
    {
      part: 'inbound',
      gauges: {
        inbound_waiting: 'Received mails that are not understood yet',
        inbound_oldest_seconds: 'For how long the oldest of them has waited',
        inbound_tray: 'Mails that wait for a decision of the desk',
        inbound_unreadable: 'Of these, mails that could not be read',
      },
      async read() {
        const { received, since, tray, unreadable } = await findBacklog(db)
        return [
          { gauge: 'inbound_waiting', value: received },
          { gauge: 'inbound_oldest_seconds', value: secondsSince(since, clock.now()) },
          { gauge: 'inbound_tray', value: tray },
          { gauge: 'inbound_unreadable', value: unreadable },
        ]
      },
    },
  ],
  sweeps: [
    {
      what: 'received mails',
      everyMinutes: 60,
      run: async ({ work, files: { store }, log }) => removeLeftovers(store, await work(forgetOldMails), log),
    },
  ],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, LiveSession>
