import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { attachmentApi } from '../contract.ts'
import { attachmentRoutes } from './routes.ts'

export const attachments = {
  name: 'attachments',
  api: [attachmentApi],
  serve: ({ door, db, files: { store } }) => attachmentRoutes(door, { db, store }),
} satisfies Feature<Platform<Viewer>, Viewer>
