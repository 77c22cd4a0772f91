import type { Feature, Platform } from '#platform/server/feature.ts'
import { userApi, type Viewer } from '../contract.ts'
import { addressNotice } from './deliveries.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { userRoutes } from './routes.ts'

export const users = {
  name: 'users',
  api: [userApi],
  facts: Object.values(events),
  fieldWords,
  serve: (deps) => userRoutes(deps.door, deps),
  deliveries: [addressNotice],
} satisfies Feature<Platform<Viewer>, Viewer>
