import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { sharingApi } from '../contract.ts'
import { sharingRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  limits: { qrCode(viewerId: string): Promise<void> }
}

export const sharing = {
  name: 'sharing',
  api: [sharingApi],
  serve: ({ limits, ...deps }) => sharingRoutes(deps.door, { ...deps, limitDrawings: limits.qrCode }),
} satisfies Feature<Needs, Viewer>
