import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { memberColumns, toProduct } from '#features/products/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { newestRows, selectTexts, type FoundTexts } from '#platform/server/personal-data.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { declinedJoins } from '#tables/declined-joins.ts'
import { events } from '#tables/events.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Client, JoinRequest, NamedClient } from '../contract.ts'
import { clientCreated } from './events.ts'

type Row = typeof clients.$inferSelect

export const toClient = (
  { nameSearch: _, createdAt, updatedAt, ...row }: Row,
  attached: Pick<Client, 'products' | 'clientUsers'> = { products: [], clientUsers: [] },
): Client => ({
  ...row,
  companyName: row.name,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  ...attached,
})

/** Counts deleted companies, too. */
export const countCompaniesMade = (reader: Reader, userId: string, since: Date): Promise<number> =>
  reader.$count(
    events,
    and(eq(events.actorId, userId), eq(events.type, clientCreated.type), gt(events.at, since)),
  )

export async function listClients(reader: Reader): Promise<Client[]> {
  const rows = await reader.select().from(clients).orderBy(asc(clients.name), asc(clients.id))
  return withAttached(reader, rows)
}

export function listNamedClients(reader: Reader): Promise<NamedClient[]> {
  const { id, name, website, isActive } = clients
  return reader
    .select({ id, name, companyName: name, website, isActive })
    .from(clients)
    .orderBy(asc(name), asc(id))
}

/** @throws {AppError} `not_found` */
export async function findWholeClient(reader: Reader, id: string): Promise<Client> {
  const row = await findClient(reader, id)
  const [client] = row ? await withAttached(reader, [row]) : []
  if (!client) throw notFound()
  return client
}

async function withAttached(reader: Reader, rows: readonly Row[]): Promise<Client[]> {
  const one = rows.length === 1 ? rows[0]?.id : undefined
  const productRows = await reader
    .select()
    .from(products)
    .where(one === undefined ? isNotNull(products.clientId) : eq(products.clientId, one))
    .orderBy(asc(products.name))
  const people = await reader
    .select({
      clientId: clientUsers.clientId,
      role: clientUsers.role,
      user: { ...memberColumns, isActive: users.isActive },
    })
    .from(clientUsers)
    .innerJoin(users, eq(users.id, clientUsers.userId))
    .where(one === undefined ? undefined : eq(clientUsers.clientId, one))
    .orderBy(asc(users.firstName), asc(users.lastName))
  const productsOf = Map.groupBy(productRows, (product) => product.clientId)
  const peopleOf = Map.groupBy(people, (person) => person.clientId)
  return rows.map((row) =>
    toClient(row, {
      products: (productsOf.get(row.id) ?? []).map(toProduct),
      clientUsers: (peopleOf.get(row.id) ?? []).map(({ user, role }) => ({ user, role })),
    }),
  )
}

export const listClientNames = (reader: Reader, { onlyActive = false } = {}) =>
  reader
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(onlyActive ? eq(clients.isActive, true) : undefined)
    .orderBy(asc(clients.name), asc(clients.id))

/** Lists names of active and inactive companies. */
export async function listNamesOf(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return reader
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, [...new Set(ids)]))
}

export async function findClient(reader: Reader, id: string): Promise<Row | undefined> {
  const [row] = await reader.select().from(clients).where(eq(clients.id, id))
  return row
}

export const listClientsOf = (reader: Reader, userId: string) =>
  reader
    .select({ id: clients.id, name: clients.name, nameSearch: clients.nameSearch })
    .from(clientUsers)
    .innerJoin(clients, eq(clients.id, clientUsers.clientId))
    .where(and(eq(clientUsers.userId, userId), eq(clients.isActive, true)))
    .orderBy(asc(clientUsers.createdAt), asc(clients.id))

const namedClient = prepared<{ name: string }, { id: string }[]>('client_by_name', (reader) =>
  reader
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.nameSearch, sql.placeholder('name')))
    .orderBy(sql`${clients.isActive} desc`, asc(clients.createdAt))
    .limit(1),
)

/** Ignores case; `findRelated` of `conversation` finds the same company. */
export async function findClientByName(reader: Reader, name: string): Promise<{ id: string } | undefined> {
  const [row] = await namedClient(reader, { name: searchable(name) })
  return row
}

const joinRequestsShown = 200

/** Lists active client users whose company name is that of an active client they are not assigned to. */
export async function listJoinRequests(reader: Reader): Promise<JoinRequest[]> {
  const isOf = (table: typeof clientUsers | typeof declinedJoins) =>
    and(eq(table.userId, users.id), eq(table.clientId, clients.id))
  const rows = await reader
    .select({
      client: { id: clients.id, name: clients.name },
      user: memberColumns,
      companyName: users.companyName,
      nameSearch: clients.nameSearch,
      registeredAt: users.createdAt,
    })
    .from(users)
    // The folded company is the last line of the folded texts of a user.
    .innerJoin(clients, sql`${clients.nameSearch} = split_part(${users.searchText}, E'\n', -1)`)
    .leftJoin(clientUsers, isOf(clientUsers))
    .leftJoin(declinedJoins, isOf(declinedJoins))
    .where(
      and(
        eq(users.role, 'client'),
        eq(users.isActive, true),
        eq(clients.isActive, true),
        isNull(clientUsers.id),
        isNull(declinedJoins.userId),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(joinRequestsShown)
  return rows
    .filter(({ companyName, nameSearch }) => searchable(companyName) === nameSearch)
    .map(({ client, user, registeredAt }) => ({ client, user, registeredAt: registeredAt.toISOString() }))
}

export async function hasTickets(reader: Reader, clientId: string): Promise<boolean> {
  const [ticket] = await reader
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.clientId, clientId))
    .limit(1)
  return ticket !== undefined
}

export async function findTexts(): Promise<FoundTexts> {
  const { id, name, createdAt, description, contactEmail, contactPhone, address, website } = clients
  const texts = [name, description, contactEmail, contactPhone, address, website]
  return { rows: selectTexts('client', { id, name, createdAt, texts }, newestRows(clients)), isCut: false }
}
