import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { mailThreadApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { mailThreadLive } from './live.ts'
import { bounceNotices } from './notify.ts'
import { mailThreadRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'

export const mailThreads = {
  name: 'mail-threads',
  api: [mailThreadApi],
  facts: Object.values(events),
  fieldWords,
  live: [mailThreadLive],
  notify: [bounceNotices],
  serve: (deps) => mailThreadRoutes(deps.door, deps),
  personal: { forget: forgetPerson },
} satisfies Feature<Platform<Viewer>, Viewer>
