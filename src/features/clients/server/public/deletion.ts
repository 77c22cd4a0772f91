import { eq } from 'drizzle-orm'
import { i18n } from '#platform/contract/i18n.ts'
import { lockTicketsNaming, listProductIdsOf } from '#features/products/server/queries.ts'
import { linksTo } from '#features/products/server/public/deletion.ts'
import {
  discard,
  dropFormerStaff,
  dropStrangers,
  foldNames,
  putBack,
  takeOut,
  type DeletionMode,
  type DeletedRecord,
} from '#features/trash/server/service.ts'
import { rowsOf, type DeletedPart } from '#features/trash/server/public/snapshot.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import type { Work } from '#platform/server/work.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import type { DeletedLink } from '#tables/deleted-things.ts'
import { productUsers } from '#tables/product-users.ts'
import { products } from '#tables/products.ts'
import { agentRoles } from '../../roles/contract.ts'
import { isNameTaken } from './client-name.ts'
import { clientDeleted, clientRestored } from '../events.ts'
import { lockClient } from '../lock-client.ts'
import { forgetIcon } from '../icons.ts'
import { hasTickets } from '../queries.ts'

const partsOf = (id: string, productIds: readonly string[]): DeletedPart[] => [
  { table: clients, column: clients.id, values: [id] },
  { table: products, column: products.id, values: productIds },
  { table: productUsers, column: productUsers.productId, values: productIds },
  { table: clientUsers, column: clientUsers.clientId, values: [id] },
]

/** Deletes its texts in the log, too. @throws {AppError} `not_found`; `conflict` while it has tickets */
export async function deleteClient(
  unit: Work,
  viewer: Viewer,
  id: string,
  keeping: DeletionMode = 'restorable',
): Promise<void> {
  const productIds = await listProductIdsOf(unit.tx, id)
  await lockTicketsNaming(unit.tx, productIds)
  const { name, website } = await lockClient(unit, id, 'update')
  if (await hasTickets(unit.tx, id))
    throw new AppError(
      'conflict',
      i18n.t('This client has tickets, so it cannot be deleted. Make it inactive instead.'),
    )
  const own = await listProductIdsOf(unit.tx, id)
  const deletion = {
    id,
    kind: 'client',
    name,
    parts: partsOf(id, own),
    links: await linksTo(unit.tx, own),
    logged: [id, ...own],
  } as const
  await discard(unit, viewer, deletion, keeping, () => unit.tx.delete(clients).where(eq(clients.id, id)))
  await forgetIcon(unit, website)
  unit.announce(clientDeleted({ actorId: viewer.id, subjectId: id, data: { name } }))
}

/** @throws {AppError} `conflict` when another company has this name by now */
async function requireFreeName(unit: Work, { id, rows }: DeletedRecord): Promise<string> {
  const [client] = rowsOf(rows, clients)
  const [name, nameSearch] = [String(client?.['name']), String(client?.['name_search'])]
  if (await isNameTaken(unit, nameSearch, id))
    throw new AppError(
      'conflict',
      i18n.t('There is another client called {name} by now. Rename that one, then restore this one.', {
        name,
      }),
    )
  return name
}

/**
 * Restores a company with products and assignments; its tickets are restored by themselves.
 * @returns the tickets of its products, for `linkTickets` of the tickets
 * @throws {AppError} `not_found` when it cannot be restored any more; `conflict` for a used name
 */
export async function restoreClient(unit: Work, viewer: Viewer, id: string): Promise<DeletedLink[]> {
  const deleted = await takeOut(unit, 'client', id)
  foldNames(deleted.rows, clients)
  foldNames(deleted.rows, products)
  const name = await requireFreeName(unit, deleted)
  await dropStrangers(unit.tx, deleted.rows, [productUsers, clientUsers])
  await dropFormerStaff(unit.tx, deleted.rows, productUsers)
  await dropFormerStaff(unit.tx, deleted.rows, clientUsers, ({ role }) => isOneOf(agentRoles, role))
  await putBack(unit, deleted)
  unit.announce(clientRestored({ actorId: viewer.id, subjectId: id, data: { name } }))
  return deleted.links
}
