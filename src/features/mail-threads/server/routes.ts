import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { mailThreadApi } from '../contract.ts'
import { clearBounce } from './service.ts'

export function mailThreadRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(
    mailThreadApi.clearBounce,
    async ({ viewer, params, work }) => {
      await work((unit) => clearBounce(unit, viewer, params.id))
      return { message: i18n.t('Emails to this address are sent again.') }
    },
    async (_viewer, { id }) => {
      if (!(await findUser(db, id))) throw notFound()
    },
  )
}
