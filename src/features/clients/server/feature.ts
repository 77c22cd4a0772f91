import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { clientApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import type { FetchIcon } from './fetch-icon.ts'
import { createIcons } from './icons.ts'
import { clientLive } from './live.ts'
import { clientRoutes } from './routes.ts'
import { findTexts } from './queries.ts'

interface Needs extends Platform<Viewer> {
  fetchIcon: FetchIcon
}

export const clients = {
  name: 'clients',
  api: [clientApi],
  facts: Object.values(events),
  fieldWords,
  live: [clientLive],
  serve: (deps) => clientRoutes(deps.door, { ...deps, findIcon: createIcons(deps) }),
  personal: { findTexts },
} satisfies Feature<Needs, Viewer>
