import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { participantApi } from '../contract.ts'
import { participantNotices } from './notify.ts'
import { participantRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'

export const participants = {
  name: 'participants',
  api: [participantApi],
  notify: [participantNotices],
  serve: (deps) => participantRoutes(deps.door, deps),
  personal: { forget: forgetPerson },
} satisfies Feature<Platform<Viewer>, Viewer>
