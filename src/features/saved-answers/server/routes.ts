import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { savedAnswerApi } from '../contract.ts'
import { listSavedAnswers, requireOwnAnswer } from './queries.ts'
import { changeSavedAnswer, createSavedAnswer, deleteSavedAnswer } from './service.ts'

export function savedAnswerRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  const own = (viewer: Viewer, { id }: { id: string }) => requireOwnAnswer(db, viewer, id)

  route(savedAnswerApi.list, ({ viewer }) => listSavedAnswers(db, viewer))
  route(savedAnswerApi.create, ({ viewer, body, work }) =>
    work((unit) => createSavedAnswer(unit, viewer, body)),
  )
  route(
    savedAnswerApi.change,
    ({ viewer, params, body, work }) => work((unit) => changeSavedAnswer(unit, viewer, params.id, body)),
    own,
  )
  route(
    savedAnswerApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => deleteSavedAnswer(unit, viewer, params.id))
      return { message: i18n.t('Saved answer deleted.') }
    },
    own,
  )
}
