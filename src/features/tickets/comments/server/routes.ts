import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Door } from '#platform/server/door.ts'
import { requireVisible } from '../../server/queries.ts'
import { commentApi } from '../contract.ts'
import { listMentionable } from './queries.ts'
import { addComment } from './service.ts'

export function commentRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(
    commentApi.mentionable,
    ({ query }) => listMentionable(db, query.q ?? ''),
    (viewer, { id }) => requireVisible(db, viewer, id),
  )
  route(
    commentApi.add,
    ({ viewer, params, body, work }) => work((unit) => addComment(unit, viewer, params.id, body)),
    (viewer, { id }) => requireVisible(db, viewer, id),
  )
}
