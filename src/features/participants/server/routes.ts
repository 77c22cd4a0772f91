import type { Viewer } from '#features/users/contract.ts'
import { requireVisible, visibleIn } from '#features/tickets/server/queries.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { participantApi } from '../contract.ts'
import { listParticipants, listPeopleOf } from './queries.ts'
import { addParticipant, confirmParticipant, removeParticipant } from './service.ts'

export function participantRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  const visible = visibleIn(db)

  route(participantApi.list, async ({ viewer, params }) => {
    const { id } = await requireVisible(db, viewer, params.id)
    return listParticipants(db, id)
  })
  route(participantApi.people, ({ viewer, params, query }) => listPeopleOf(db, viewer, params.id, query.q))
  route(
    participantApi.add,
    ({ viewer, params, body, work }) => work((unit) => addParticipant(unit, viewer, params.id, body.userId)),
    visible,
  )
  route(
    participantApi.confirm,
    ({ viewer, params, work }) =>
      work((unit) => confirmParticipant(unit, viewer, params.id, params.participantId)),
    visible,
  )
  route(
    participantApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => removeParticipant(unit, viewer, params.id, params.participantId))
      return { message: i18n.t('Participant removed.') }
    },
    visible,
  )
}
