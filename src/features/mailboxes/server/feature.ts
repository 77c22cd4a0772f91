import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { mailboxApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { mailboxLive } from './live.ts'
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
  serve: ({ door, db, secret, limits }) =>
    mailboxRoutes(door, { db, secrets: createMailboxSecrets(secret), limitServers: limits.mailServer }),
} satisfies Feature<Needs, Viewer>
