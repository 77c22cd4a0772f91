import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database.ts'
import { clientUsers } from '#tables/client-users.ts'
import { products } from '#tables/products.ts'
import type { Product } from '../contract.ts'

type Row = typeof products.$inferSelect

export const toProduct = ({ createdAt, updatedAt, ...row }: Row): Product => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** As much of a product as this viewer may know. */
function shapeFor(viewer: Viewer, row: Row): Product {
  if (isDesk(viewer)) return toProduct(row)
  const { id, name, version, status } = row
  return isClient(viewer) ? { id, name } : { id, name, version, status }
}

/** Active products by name: for clients those of the companies they are assigned to, for staff all. */
export async function listProducts(reader: Reader, viewer: Viewer): Promise<Product[]> {
  const own = reader
    .select({ id: clientUsers.clientId })
    .from(clientUsers)
    .where(eq(clientUsers.userId, viewer.id))
  const rows = await reader
    .select()
    .from(products)
    .where(
      and(
        isDesk(viewer) ? undefined : eq(products.isActive, true),
        isClient(viewer) ? inArray(products.clientId, own) : undefined,
      ),
    )
    .orderBy(asc(products.name), asc(products.id))
  return rows.map((row) => shapeFor(viewer, row))
}

/**
 * The product of this name, without regard to case and accents: the given client's first, then those of no client.
 * @param clientId null: only those of no client
 */
export async function findProductByName(
  reader: Reader,
  name: string,
  clientId: string | null,
): Promise<string | null> {
  const rows = await reader
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      and(
        eq(products.isActive, true),
        or(isNull(products.clientId), clientId === null ? undefined : eq(products.clientId, clientId)),
      ),
    )
    .orderBy(sql`${products.clientId} is null`, asc(products.createdAt), asc(products.id))
  const wanted = searchable(name)
  return rows.find((row) => searchable(row.name) === wanted)?.id ?? null
}
