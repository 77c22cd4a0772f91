import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { commentApi } from '../contract.ts'
import { forgetDrafts } from './hand-over.ts'
import { commentNotices } from './notify.ts'
import { findTexts } from './queries.ts'
import { commentRoutes } from './routes.ts'
import { forgetOldReads, forgetPerson } from './unread.ts'
import { replaceTexts } from './written-comments.ts'

export const comments = {
  name: 'comments',
  api: [commentApi],
  notify: [commentNotices],
  serve: (deps) => commentRoutes(deps.door, deps),
  sweeps: [{ what: 'what was read', everyMinutes: 60, run: ({ work }) => work(forgetOldReads) }],
  personal: {
    async forget(unit, person) {
      await forgetPerson(unit, person)
      await forgetDrafts(unit, person)
    },
    replaceTexts,
    findTexts,
  },
} satisfies Feature<Platform<Viewer>, Viewer>
