import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { settingsApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { settingsRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'

export const settings = {
  name: 'settings',
  api: [settingsApi],
  facts: Object.values(events),
  fieldWords,
  serve: (deps) => settingsRoutes(deps.door, deps),
  personal: { forget: forgetPerson },
} satisfies Feature<Platform<Viewer>, Viewer>
