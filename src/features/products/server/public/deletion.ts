import { and, eq, isNull, ne } from 'drizzle-orm'
import { i18n } from '#platform/contract/i18n.ts'
import {
  discard,
  dropFormerStaff,
  dropStrangers,
  needsParent,
  foldNames,
  putBack,
  takeOut,
  type DeletionMode,
  type DeletedRecord,
} from '#features/trash/server/service.ts'
import { rowsOf, type DeletedPart } from '#features/trash/server/public/snapshot.ts'
import { findDeleted } from '#features/trash/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import type { DeletedLink } from '#tables/deleted-things.ts'
import { productUsers } from '#tables/product-users.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { productDeleted, productRestored } from '../events.ts'
import { lockTicketsNaming, lockClientForShare } from '../queries.ts'

const partsOf = (id: string): DeletedPart[] => [
  { table: products, column: products.id, values: [id] },
  { table: productUsers, column: productUsers.productId, values: [id] },
]

export async function linksTo(tx: Tx, productIds: readonly string[]): Promise<DeletedLink[]> {
  const links: DeletedLink[] = []
  for (const productId of productIds) {
    const named = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.productId, productId))
    if (named.length > 0) links.push({ productId, ticketIds: named.map(({ id }) => id) })
  }
  return links
}

/** Deletes team and log texts too; tickets keep only the name. @throws {AppError} `not_found` */
export async function deleteProduct(
  unit: Work,
  viewer: Viewer,
  id: string,
  keeping: DeletionMode = 'restorable',
): Promise<void> {
  await lockTicketsNaming(unit.tx, [id])
  const [product] = await unit.tx.select().from(products).where(eq(products.id, id)).for('update')
  if (!product) throw notFound()
  const { name, clientId } = product
  const deletion = {
    id,
    kind: 'product',
    name,
    parentId: clientId,
    parts: partsOf(id),
    links: await linksTo(unit.tx, [id]),
    logged: [id],
  } as const
  await discard(unit, viewer, deletion, keeping, () => unit.tx.delete(products).where(eq(products.id, id)))
  unit.announce(productDeleted({ actorId: viewer.id, subjectId: id, data: { name } }))
}

/** @throws {AppError} `conflict` when another product of the same company, or of none, has this name */
async function requireFreeName(unit: Work, { id, parentId, rows }: DeletedRecord): Promise<string> {
  const name = String(rowsOf(rows, products)[0]?.['name'])
  const [other] = await unit.tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.name, name),
        ne(products.id, id),
        parentId === null ? isNull(products.clientId) : eq(products.clientId, parentId),
      ),
    )
    .limit(1)
  if (other)
    throw new AppError(
      'conflict',
      i18n.t('There is another product called {name} by now. Rename that one, then restore this one.', {
        name,
      }),
    )
  return name
}

/**
 * @returns tickets to relink; the caller passes them to `linkTickets`
 * @throws {AppError} `not_found`; `conflict` while its client is deleted, or its name is taken
 */
export async function restoreProduct(unit: Work, viewer: Viewer, id: string): Promise<DeletedLink[]> {
  const deleted = await takeOut(unit, 'product', id)
  if (deleted.parentId !== null) {
    const [client] = await lockClientForShare(unit.tx, deleted.parentId)
    if (!client) throw needsParent((await findDeleted(unit.tx, deleted.parentId))?.name)
  }
  foldNames(deleted.rows, products)
  const name = await requireFreeName(unit, deleted)
  await dropStrangers(unit.tx, deleted.rows, [productUsers])
  await dropFormerStaff(unit.tx, deleted.rows, productUsers)
  await putBack(unit, deleted)
  unit.announce(productRestored({ actorId: viewer.id, subjectId: id, data: { name } }))
  return deleted.links
}
