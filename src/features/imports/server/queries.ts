import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { personColumns } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { externalIds } from '#tables/external-ids.ts'
import { importRows } from '#tables/import-rows.ts'
import { imports } from '#tables/imports.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { ImportOptions, type Import, type ImportRow, type Outcome } from '../contract.ts'
import type { ImportKind } from '../fields/contract.ts'
import type { Digests } from './digests.ts'

export type ImportRecord = typeof imports.$inferSelect

/** Time within which a live server finishes a batch. */
const stillForMs = 15_000

export const isMoving = ({ state, movedAt }: Pick<ImportRecord, 'state' | 'movedAt'>, now: Date) =>
  (state === 'checking' || state === 'running') && (movedAt?.getTime() ?? 0) > now.getTime() - stillForMs

const selectImports = (reader: Reader, which?: SQL) =>
  reader
    .select({ one: imports, createdBy: personColumns })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.createdById))
    .where(which)
    .orderBy(desc(imports.createdAt), desc(imports.id))

type Found = Awaited<ReturnType<typeof selectImports>>[number]

const shape = ({ one, createdBy }: Found, now: Date): Import => ({
  id: one.id,
  kind: one.kind,
  fileName: one.fileName,
  fileSize: one.fileSize,
  headings: one.headings,
  samples: one.samples,
  totalRows: one.totalRows,
  columns: one.columns,
  // Earlier versions had fewer options.
  options: ImportOptions.parse(one.options),
  state: one.state,
  doneRows: one.doneRows,
  counts: one.counts,
  failure: one.failure,
  isMoving: isMoving(one, now),
  createdBy,
  createdAt: one.createdAt.toISOString(),
  finishedAt: one.finishedAt?.toISOString() ?? null,
})

export const listImports = async (reader: Reader, now: Date): Promise<Import[]> =>
  (await selectImports(reader)).map((found) => shape(found, now))

/** @throws {AppError} `not_found` */
export async function findImport(reader: Reader, id: string, now: Date): Promise<Import> {
  const [found] = await selectImports(reader, eq(imports.id, id))
  if (!found) throw notFound()
  return shape(found, now)
}

/** @throws {AppError} `not_found` */
export async function requireImport(reader: Reader, id: string): Promise<ImportRecord> {
  const [found] = await reader.select().from(imports).where(eq(imports.id, id))
  if (!found) throw notFound()
  return found
}

export const listImportsBefore = (reader: Reader, before: Date) =>
  reader.select({ id: imports.id }).from(imports).where(lt(imports.createdAt, before))

interface Wanted {
  outcome?: Outcome | undefined
  limit: number
  offset: number
}

const isAboutUnconfirmed = sql`${importRows.notes} @> '[{"isUnconfirmed": true}]'`

/** Lists results: first rows that need attention, then the others, in the order of the file. */
export async function listRows(
  reader: Reader,
  importId: string,
  { outcome, limit, offset }: Wanted,
): Promise<{ rows: ImportRow[]; total: number }> {
  const which = and(eq(importRows.importId, importId), outcome && eq(importRows.outcome, outcome))
  const rows = await reader
    .select({
      place: importRows.place,
      outcome: importRows.outcome,
      label: importRows.label,
      notes: importRows.notes,
    })
    .from(importRows)
    .where(which)
    .orderBy(desc(isAboutUnconfirmed), asc(importRows.place))
    .limit(limit)
    .offset(offset)
  const [counted] = await reader.select({ total: count() }).from(importRows).where(which)
  return { rows, total: counted?.total ?? 0 }
}

const refusedAtOnce = 500

export async function* refusedRows(reader: Reader, importId: string) {
  for (let after = 0; ;) {
    const some = await reader
      .select({ place: importRows.place, notes: importRows.notes })
      .from(importRows)
      .where(
        and(
          eq(importRows.importId, importId),
          eq(importRows.outcome, 'refused'),
          gt(importRows.place, after),
        ),
      )
      .orderBy(asc(importRows.place))
      .limit(refusedAtOnce)
    yield* some
    const last = some.at(-1)
    if (!last || some.length < refusedAtOnce) return
    after = last.place
  }
}

const tableOf = { clients, people: users, products, tickets, comments } as const

export interface EarlierImport {
  rowId: string
  digests: Digests
}

/** Lists present things by external id, without those deleted here since. */
export async function listEarlierImports(
  reader: Reader,
  source: string,
  kind: ImportKind,
  ids: readonly string[],
): Promise<Map<string, EarlierImport>> {
  const table = tableOf[kind]
  const rows = await reader
    .select({ externalId: externalIds.externalId, rowId: externalIds.rowId, digests: externalIds.digests })
    .from(externalIds)
    .innerJoin(table, eq(table.id, externalIds.rowId))
    .where(
      and(
        eq(externalIds.source, source),
        eq(externalIds.kind, kind),
        inArray(externalIds.externalId, [...ids]),
      ),
    )
  return new Map(rows.map(({ externalId, ...known }) => [externalId, known]))
}

/** Finds a ticket by its number here, if it was imported from this system. */
export async function findImportedTicket(
  reader: Reader,
  source: string,
  ticketNumber: string,
): Promise<EarlierImport | undefined> {
  const [row] = await reader
    .select({ rowId: externalIds.rowId, digests: externalIds.digests })
    .from(externalIds)
    .innerJoin(tickets, eq(tickets.id, externalIds.rowId))
    .where(
      and(
        eq(externalIds.source, source),
        eq(externalIds.kind, 'tickets'),
        eq(tickets.ticketNumber, ticketNumber),
      ),
    )
  return row
}

/** Finds a product by name, of exactly this company or of none. */
export async function findProductOf(
  reader: Reader,
  name: string,
  clientId: string | null,
): Promise<string | undefined> {
  const rows = await reader
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(clientId === null ? isNull(products.clientId) : eq(products.clientId, clientId))
    .orderBy(asc(products.createdAt), asc(products.id))
  const wanted = searchable(name)
  return rows.find((row) => searchable(row.name) === wanted)?.id
}

export async function findAssignment(reader: Reader, clientId: string, userId: string) {
  const [row] = await reader
    .select({ role: clientUsers.role })
    .from(clientUsers)
    .where(and(eq(clientUsers.clientId, clientId), eq(clientUsers.userId, userId)))
  return row?.role
}
