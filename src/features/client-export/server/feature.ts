import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { clientExportApi } from '../contract.ts'
import * as events from './events.ts'
import { clientExportRoutes } from './routes.ts'

export const clientExport = {
  name: 'client-export',
  api: [clientExportApi],
  facts: Object.values(events),
  serve: (deps) => clientExportRoutes(deps.door, deps),
} satisfies Feature<Platform<Viewer>, Viewer>
