import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { clientApi } from '../contract.ts'
import type { createIcons } from './icons.ts'
import { findClient, listClients, listJoinRequests, listNamedClients } from './queries.ts'
import {
  addClientProduct,
  assignToClient,
  changeClient,
  createClient,
  declineJoin,
  removeFromClient,
} from './service.ts'
import { deleteClient } from './public/deletion.ts'

const dayS = 24 * 60 * 60

interface Parts {
  db: Database
  findIcon: ReturnType<typeof createIcons>
}

export function clientRoutes({ route }: Door<Viewer>, { db, findIcon }: Parts): void {
  route(clientApi.list, ({ query }) => (query.fields === 'name' ? listNamedClients(db) : listClients(db)))
  route(clientApi.create, ({ viewer, body, work }) => work((unit) => createClient(unit, viewer, body)))
  const exists = async (_: Viewer, { id }: { id: string }) => {
    if (!(await findClient(db, id))) throw notFound()
  }
  route(clientApi.icon, async ({ viewer, params, reply }) => {
    const icon = await findIcon(viewer, params.id)
    if (icon === undefined) throw notFound()
    // Cached also without an icon, or every card of a board would ask again.
    void reply.header('cache-control', `private, max-age=${icon === 'unknown' ? 60 : dayS}`)
    // A missing icon is no failure, and must not log an error in the browser's console.
    if (typeof icon === 'string') return reply.status(204).send()
    void reply
      .type(icon.mimeType)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return reply.send(icon.image)
  })
  route(
    clientApi.assign,
    ({ viewer, params, body, work }) => work((unit) => assignToClient(unit, viewer, params.id, body)),
    exists,
  )
  route(
    clientApi.change,
    ({ viewer, params, body, work }) => work((unit) => changeClient(unit, viewer, params.id, body)),
    exists,
  )
  route(clientApi.remove, async ({ viewer, params, work }) => {
    await work((unit) => deleteClient(unit, viewer, params.id))
    return { message: i18n.t('Client deleted successfully') }
  })
  route(clientApi.unassign, async ({ viewer, params, work }) => {
    await work((unit) => removeFromClient(unit, viewer, params.id, params.userId))
    return { message: i18n.t('The assignment was removed.') }
  })
  route(clientApi.joinRequests, () => listJoinRequests(db))
  route(clientApi.declineJoin, async ({ viewer, params, work }) => {
    await work((unit) => declineJoin(unit, viewer, params.id, params.userId))
    return { message: i18n.t('Request declined.') }
  })
  route(
    clientApi.addProduct,
    ({ viewer, params, body, work }) => work((unit) => addClientProduct(unit, viewer, params.id, body)),
    exists,
  )
}
