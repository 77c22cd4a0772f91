import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { chatApi } from '../contract.ts'
import * as events from './events.ts'
import { chatLive } from './live.ts'
import { chatNotices } from './notify.ts'
import { replaceTexts } from './own-texts.ts'
import { findTexts } from './queries.ts'
import { chatRoutes } from './routes.ts'

export const chat = {
  name: 'chat',
  api: [chatApi],
  facts: Object.values(events),
  live: [chatLive],
  notify: [chatNotices],
  serve: (deps) => chatRoutes(deps.door, deps),
  personal: { replaceTexts, findTexts },
} satisfies Feature<Platform<Viewer>, Viewer>
