import type { Viewer } from '#features/users/contract.ts'
import type { InboundAddresses } from '#features/mail-settings/server/service.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { supplierApi } from '../contract.ts'
import * as events from './events.ts'
import { supplierLive } from './live.ts'
import { supplierRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  inboundAddresses: InboundAddresses
}

export const suppliers = {
  name: 'suppliers',
  api: [supplierApi],
  facts: Object.values(events),
  live: [supplierLive],
  serve: (deps) => supplierRoutes(deps.door, deps),
} satisfies Feature<Needs, Viewer>
