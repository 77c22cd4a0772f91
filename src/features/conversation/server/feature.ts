import type { Viewer } from '#features/users/contract.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { conversationApi } from '../contract.ts'
import { forgetInDeleted } from './deleted-rows.ts'
import { replaceInDeleted } from './deleted-texts.ts'
import { conversationRoutes } from './routes.ts'
import { findTexts } from './texts-with.ts'

interface Needs extends Platform<Viewer> {
  isTrial(reader: Reader): Promise<boolean>
}

export const conversation = {
  name: 'conversation',
  api: [conversationApi],
  serve: ({ files: { store }, ...deps }) => conversationRoutes(deps.door, { ...deps, store }),
  personal: { forget: forgetInDeleted, replaceTexts: replaceInDeleted, findTexts },
} satisfies Feature<Needs, Viewer>
