import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { ticketListApi } from '../contract.ts'
import type { Totals } from './public/totals.ts'
import { ticketListRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
  limits: { listSearch(viewerId: string): Promise<void> }
}

export const ticketList = {
  name: 'ticket-list',
  api: [ticketListApi],
  serve: ({ limits, ...deps }) => ticketListRoutes(deps.door, { ...deps, limitSearches: limits.listSearch }),
} satisfies Feature<Needs, Viewer>
