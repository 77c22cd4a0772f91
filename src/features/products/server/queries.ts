import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { prepared, type Reader, type Tx } from '#platform/server/database/query-builder.ts'
import { newestRows, selectTexts, type FoundTexts } from '#platform/server/personal-data.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { productUsers } from '#tables/product-users.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Product } from '../contract.ts'

type Row = typeof products.$inferSelect

export const toProduct = ({ nameSearch: _, createdAt, updatedAt, ...row }: Row): Product => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const memberColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  role: users.role,
  isEmailConfirmed: sql<boolean>`${users.emailProvedAt} is not null`,
}

function shapeFor(viewer: Viewer, row: Row): Product {
  if (isDesk(viewer)) return toProduct(row)
  const { id, name, version, status } = row
  return isClient(viewer) ? { id, name } : { id, name, version, status }
}

/** Hides inactive products from all but the desk. */
const shownTo = (viewer: Viewer) => (isDesk(viewer) ? undefined : eq(products.isActive, true))

export async function listProductsOf(reader: Reader, viewer: Viewer, clientId: string): Promise<Product[]> {
  const rows = await reader
    .select()
    .from(products)
    .where(and(eq(products.clientId, clientId), shownTo(viewer)))
    .orderBy(asc(products.name), asc(products.id))
  return rows.map((row) => shapeFor(viewer, row))
}

/** Lists active products by name: for clients those of their companies, for staff all. */
export async function listProducts(reader: Reader, viewer: Viewer): Promise<Product[]> {
  const own = reader
    .select({ id: clientUsers.clientId })
    .from(clientUsers)
    .where(eq(clientUsers.userId, viewer.id))
  const rows = await reader
    .select()
    .from(products)
    .where(and(shownTo(viewer), isClient(viewer) ? inArray(products.clientId, own) : undefined))
    .orderBy(asc(products.name), asc(products.id))
  if (!isDesk(viewer)) return rows.map((row) => shapeFor(viewer, row))
  return withTeams(reader, rows)
}

async function withTeams(reader: Reader, rows: readonly Row[]): Promise<Product[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const companies = await reader
    .selectDistinct({ id: clients.id, name: clients.name })
    .from(clients)
    .innerJoin(products, eq(products.clientId, clients.id))
    .where(inArray(products.id, ids))
  const people = await reader
    .select({ productId: productUsers.productId, role: productUsers.role, user: memberColumns })
    .from(productUsers)
    .innerJoin(users, eq(users.id, productUsers.userId))
    .where(inArray(productUsers.productId, ids))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
  const companyOf = new Map(companies.map((company) => [company.id, company]))
  const peopleOf = Map.groupBy(people, ({ productId }) => productId)
  return rows.map((row) => ({
    ...toProduct(row),
    client: companyOf.get(row.clientId ?? '') ?? null,
    productUsers: (peopleOf.get(row.id) ?? []).map(({ user, role }) => ({ user, role })),
  }))
}

/** @throws {AppError} `not_found` */
export async function findProduct(reader: Reader, id: string): Promise<Product> {
  const rows = await reader.select().from(products).where(eq(products.id, id))
  const [product] = await withTeams(reader, rows)
  if (!product) throw notFound()
  return product
}

export async function listProductIdsOf(reader: Reader, clientId: string): Promise<string[]> {
  const rows = await reader.select({ id: products.id }).from(products).where(eq(products.clientId, clientId))
  return rows.map(({ id }) => id)
}

/** Locks the tickets of these products, which lose them: tickets before clients and products. */
export const lockTicketsNaming = (tx: Tx, productIds: readonly string[]) =>
  tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.productId, [...productIds]))
    .orderBy(asc(tickets.id))
    .for('no key update')

const named = prepared<{ name: string }, Pick<Row, 'id' | 'clientId'>[]>('products_by_name', (reader) =>
  reader
    .select({ id: products.id, clientId: products.clientId })
    .from(products)
    .where(and(eq(products.nameSearch, sql.placeholder('name')), eq(products.isActive, true)))
    .orderBy(asc(products.createdAt), asc(products.id)),
)

/** Lists active products of this name, oldest first, ignoring case and accents. */
export const listProductsByName = (reader: Reader, name: string) => named(reader, { name: searchable(name) })

/** Prefers the client's own product to one of no client. @param clientId null: only those of no client */
export const productMeant = (
  found: readonly Pick<Row, 'id' | 'clientId'>[],
  clientId: string | null,
): string | null =>
  (found.find((one) => one.clientId === clientId) ?? found.find((one) => one.clientId === null))?.id ?? null

/** Keeps a client from being deleted until the end of the transaction. */
export const lockClientForShare = (tx: Tx, clientId: string) =>
  tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('key share')

/** Selects texts of the newest products, which may name people. */
export async function findTexts(): Promise<FoundTexts> {
  const { id, name, createdAt, description, repositoryUrl, documentation } = products
  const texts = [name, description, repositoryUrl, documentation]
  return { rows: selectTexts('product', { id, name, createdAt, texts }, newestRows(products)), isCut: false }
}
