import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { deskSettingsApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { deskSettingsLive } from './live.ts'
import { deskSettingsRoutes } from './routes.ts'

export const deskSettings = {
  name: 'desk-settings',
  api: [deskSettingsApi],
  facts: Object.values(events),
  fieldWords,
  live: [deskSettingsLive],
  serve: (deps) => deskSettingsRoutes(deps.door, deps),
} satisfies Feature<Platform<Viewer>, Viewer>
