import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { secondsSince } from '#platform/server/reading.ts'
import { mailboxApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { mailboxLive } from './live.ts'
import { findMailboxHealth } from './queries.ts'
import { mailboxRoutes } from './routes.ts'
import { createMailboxSecrets } from './service.ts'

interface Needs extends Platform<Viewer> {
  limits: { mailServer(viewerId: string): Promise<void> }
}

export const mailboxes = {
  name: 'mailboxes',
  api: [mailboxApi],
  facts: Object.values(events),
  fieldWords,
  live: [mailboxLive],
  serve: ({ secret, limits, ...deps }) =>
    mailboxRoutes(deps.door, {
      ...deps,
      secrets: createMailboxSecrets(secret),
      limitServers: limits.mailServer,
    }),
  readings: ({ db, clock }) => [
    {
      part: 'mailboxes',
      gauges: {
        mailboxes_failing: 'Mailboxes that could not be read at the last look',
        mailboxes_behind_seconds: 'Time since the oldest last look into a mailbox',
      },
      async read() {
        const { failing, since } = await findMailboxHealth(db)
        return [
          { gauge: 'mailboxes_failing', value: failing },
          { gauge: 'mailboxes_behind_seconds', value: secondsSince(since, clock.now()) },
        ]
      },
    },
  ],
} satisfies Feature<Needs, Viewer>
