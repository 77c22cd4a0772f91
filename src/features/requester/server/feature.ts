import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { requesterApi } from '../contract.ts'
import { requesterRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
}

export const requester = {
  name: 'requester',
  api: [requesterApi],
  serve: (deps) => requesterRoutes(deps.door, deps),
} satisfies Feature<Needs, Viewer>
