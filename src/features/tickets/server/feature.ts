import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { ticketApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { ticketLive } from './live.ts'
import { ticketNotices } from './notify.ts'
import { replaceTexts } from './public/written-descriptions.ts'
import { ticketRoutes } from './routes.ts'

export const tickets = {
  name: 'tickets',
  api: [ticketApi],
  facts: Object.values(events),
  fieldWords,
  live: [ticketLive],
  notify: [ticketNotices],
  serve: (deps) => ticketRoutes(deps.door, deps),
  personal: { replaceTexts },
} satisfies Feature<Platform<Viewer>, Viewer>
