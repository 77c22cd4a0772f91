import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { supplierApi } from '../contract.ts'
import * as events from './events.ts'
import { supplierLive } from './live.ts'
import { supplierRoutes } from './routes.ts'

export const suppliers = {
  name: 'suppliers',
  api: [supplierApi],
  facts: Object.values(events),
  live: [supplierLive],
  serve: (deps) => supplierRoutes(deps.door, deps),
} satisfies Feature<Platform<Viewer>, Viewer>
