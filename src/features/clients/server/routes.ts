import type { Viewer } from '#features/users/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database.ts'
import type { Door } from '#platform/server/door.ts'
import { clientApi } from '../contract.ts'
import { findClient, listClients } from './queries.ts'
import { assignToClient, createClient } from './service.ts'

export function clientRoutes({ route }: Door<Viewer>, db: Database): void {
  route(clientApi.list, () => listClients(db))
  route(clientApi.create, ({ viewer, body, work }) => work((unit) => createClient(unit, viewer, body)))
  route(
    clientApi.assign,
    ({ viewer, params, body, work }) => work((unit) => assignToClient(unit, viewer, params.id, body)),
    async (_, { id }) => {
      if (!(await findClient(db, id))) throw notFound()
    },
  )
}
