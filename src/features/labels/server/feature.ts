import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { labelApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { labelLive } from './live.ts'
import { labelRoutes } from './routes.ts'

export const labels = {
  name: 'labels',
  api: [labelApi],
  facts: Object.values(events),
  fieldWords,
  live: [labelLive],
  serve: (deps) => labelRoutes(deps.door, deps),
} satisfies Feature<Platform<Viewer>, Viewer>
