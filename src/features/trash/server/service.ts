import { i18n } from '#platform/contract/i18n.ts'
import { and, asc, eq, inArray, sql, type SQL, type Table } from 'drizzle-orm'
import { forgetNames, forgetWords, recallWords } from '#features/event-log/server/service.ts'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import { listClientsAmong, listPeople } from '#features/users/server/queries.ts'
import { AppError } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import { isForeignKeyViolation } from '#platform/server/database/database-errors.ts'
import type { Work } from '#platform/server/work.ts'
import { deletedThings, type DeletedLink, type DeletedRow, type DeletedRows } from '#tables/deleted-things.ts'
import type { DeletableKind } from '../contract.ts'
import { thingPurged } from './events.ts'
import { listHangingOn } from './queries.ts'
import { insertRows, readRows, rowsOf, type DeletedPart } from './public/snapshot.ts'

export type DeletedRecord = typeof deletedThings.$inferSelect

/** People's deletions are restorable. */
export type DeletionMode = 'restorable' | 'for-good'

interface Deletion {
  id: string
  kind: DeletableKind
  name: string
  parentId?: string | null
  /** All its rows, in an order in which they can be inserted again. */
  parts: readonly DeletedPart[]
  links?: readonly DeletedLink[]
  objectPaths?: readonly string[]
  /** Ids by which the log may hold texts. */
  logged: readonly string[]
}

const longestName = 300

/**
 * Deletes a thing and keeps its rows and log texts for a restore.
 * @param deletion its row is locked
 * @param remove deletes the rows; dependent ones go by cascade
 * @returns paths of unused files, to be removed after the unit of work
 */
export async function discard(
  unit: Work,
  by: { id: string } | null,
  { id, kind, name, parentId = null, parts, links = [], objectPaths = [], logged }: Deletion,
  keeping: DeletionMode,
  remove: () => Promise<unknown>,
): Promise<string[]> {
  const rows = keeping === 'restorable' ? await readRows(unit.tx, parts) : []
  await remove()
  const words = await forgetWords(unit.tx, logged)
  if (keeping === 'for-good') {
    await bury(unit, objectPaths)
    return [...objectPaths]
  }
  const shortName = Array.from(name).slice(0, longestName).join('')
  await unit.tx.insert(deletedThings).values({
    id,
    kind,
    name: shortName,
    searchText: searchable(shortName),
    parentId,
    deletedAt: unit.now,
    deletedBy: by?.id ?? null,
    rows,
    links: [...links],
    words,
    objectPaths: [...objectPaths],
  })
  return []
}

const bury = (unit: Work, paths: readonly string[]) =>
  scheduleObjectRemoval(
    unit.tx,
    paths.map((objectPath) => ({ objectPath })),
    unit.now,
  )

export const notInTrash = () =>
  new AppError(
    'not_found',
    i18n.t('This is not in Deleted any more. Someone has restored it, or it was deleted for good.'),
  )

/** Succeeds for one of concurrent callers. @throws {AppError} `not_found` when it is not there any more */
export async function takeOut(unit: Work, kind: DeletableKind, id: string): Promise<DeletedRecord> {
  const [kept] = await unit.tx
    .delete(deletedThings)
    .where(and(eq(deletedThings.kind, kind), eq(deletedThings.id, id)))
    .returning()
  if (!kept) throw notInTrash()
  return kept
}

/** Restores rows and log texts. @throws {AppError} `conflict` when a person involved no longer exists */
export async function putBack(unit: Work, { rows, words }: DeletedRecord): Promise<void> {
  try {
    await insertRows(unit.tx, rows)
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw new AppError(
        'conflict',
        i18n.t(
          'This cannot be restored, because somebody or something it refers to does not exist any more.',
        ),
      )
    throw error
  }
  await recallWords(unit.tx, words)
}

/** Refolds names that an earlier version may have stored. */
export function foldNames(kept: DeletedRows, table: Table): void {
  for (const row of rowsOf(kept, table)) row['name_search'] = searchable(String(row['name']))
}

/** Refolds search texts of earlier versions. Runs after the migrations, before calls are accepted. */
export async function foldDeletedAnew(db: Database): Promise<void> {
  const { id, name, searchText } = deletedThings
  const all = await db.select({ id, name, searchText }).from(deletedThings)
  for (const one of all.filter((thing) => thing.searchText !== searchable(thing.name)))
    // Another node may have renamed it since.
    await db
      .update(deletedThings)
      .set({ searchText: searchable(one.name) })
      .where(and(eq(id, one.id), eq(name, one.name)))
}

/** Drops rows whose user no longer exists, like the database's cascade. */
export async function dropStrangers(tx: Tx, kept: DeletedRows, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const rows = rowsOf(kept, table)
    const people = await listPeople(
      tx,
      rows.flatMap(({ user_id: id }) => (typeof id === 'string' ? id : [])),
    )
    const known = new Set<unknown>([null, ...people.map((person) => person.id)])
    rows.splice(0, rows.length, ...rows.filter((row) => known.has(row['user_id'])))
  }
}

/** Drops rows reserved to staff, for users who became clients. @param isForStaff absent: every row */
export async function dropFormerStaff(
  tx: Tx,
  kept: DeletedRows,
  table: Table,
  isForStaff: (row: DeletedRow) => boolean = () => true,
): Promise<void> {
  const rows = rowsOf(kept, table)
  const former = new Set<unknown>(
    await listClientsAmong(
      tx,
      rows.map((row) => String(row['user_id'])),
    ),
  )
  rows.splice(0, rows.length, ...rows.filter((row) => !(isForStaff(row) && former.has(row['user_id']))))
}

/** Refuses a restore without its parent. @param name of the parent; undefined when purged */
export const needsParent = (name: string | undefined) =>
  new AppError(
    'conflict',
    name === undefined
      ? i18n.t('This cannot be restored, because what it belonged to does not exist any more.')
      : i18n.t('This belongs to {name}, which was deleted, too. Restore that first.', { name }),
  )

/** Relinks a restored ticket when its deleted product is restored later. */
export async function linkLater(unit: Work, productId: string, ticketId: string): Promise<void> {
  await unit.tx.execute(sql`update ${deletedThings} set links = links || ${JSON.stringify([
    { productId, ticketIds: [ticketId] },
  ])}::jsonb
    where kind in ('product', 'client')
      and jsonb_path_exists(rows, '$[*] ? (@.table == "products").rows[*] ? (@.id == $id)', ${JSON.stringify({ id: productId })}::jsonb)`)
}

/** Relinks tickets in the trash to a restored product. */
export async function linkDeleted(unit: Work, { productId, ticketIds }: DeletedLink): Promise<void> {
  await unit.tx.execute(sql`update ${deletedThings}
    set rows = jsonb_set(rows, '{0,rows,0,product_id}', to_jsonb(${productId}::text))
    where kind = 'ticket' and id = any(${sql.param(ticketIds)}::uuid[])
      and rows #> '{0,rows,0,product_id}' = 'null'::jsonb`)
}

/** Matches deleted things that would relink this ticket. */
const isLinkedTo = (ticketId: string) =>
  sql`${deletedThings.links} @> ${JSON.stringify([{ ticketIds: [ticketId] }])}::jsonb`

/** Locks the rows of `unlinkLater`. Lock order: before the ticket. */
export async function lockLinks({ tx }: Work, ticketId: string): Promise<void> {
  await tx
    .select({ id: deletedThings.id })
    .from(deletedThings)
    .where(isLinkedTo(ticketId))
    .orderBy(asc(deletedThings.id))
    .for('no key update')
}

/** Prevents relinking a ticket whose company or product name has changed. */
export async function unlinkLater(unit: Work, ticketId: string): Promise<void> {
  await unit.tx.execute(sql`update ${deletedThings} set links = (
      select jsonb_agg(link || jsonb_build_object('ticketIds', (link -> 'ticketIds') - ${ticketId}::text))
      from jsonb_array_elements(links) as link)
    where ${isLinkedTo(ticketId)}`)
}

/**
 * Purges a thing and its deleted children, with their names in the log.
 * @param by null: expired; things in use by another transaction are skipped
 * @returns paths of files, to be removed after the unit of work
 * @throws {AppError} `not_found` when it is not there any more
 */
export async function purge(unit: Work, by: { id: string } | null, id: string): Promise<string[]> {
  const [row] = await unit.tx
    .select({ id: deletedThings.id })
    .from(deletedThings)
    .where(eq(deletedThings.id, id))
    .for('update', by === null ? { skipLocked: true } : {})
  if (!row) {
    if (by === null) return []
    throw notInTrash()
  }
  const ids = [id]
  for (let more = [id]; more.length > 0; ids.push(...more))
    more = (await listHangingOn(unit.tx, more)).map((one) => one.id)
  const gone = await unit.tx.delete(deletedThings).where(inArray(deletedThings.id, ids)).returning()
  const paths = gone.flatMap(({ objectPaths }) => objectPaths)
  await bury(unit, paths)
  const named = gone.flatMap(({ id: own, rows }) => [
    own,
    ...rows.flatMap((part) => (part.table === 'products' ? part.rows.map((one) => String(one['id'])) : [])),
  ])
  await forgetNames(unit.tx, named)
  for (const { id: subjectId, kind } of gone)
    unit.announce(thingPurged({ actorId: by?.id ?? null, subjectId, data: { kind } }))
  return paths
}

interface Rewriting {
  /**
   * New row, or null to take it out: `r` is the present row, `part` names its table. Columns are named as in the
   * database.
   */
  row: SQL
  name?: SQL
  searchText?: SQL
}

/** @returns the number of changed things */
export async function rewriteDeleted(
  { tx }: Work,
  isMeant: SQL,
  { row, ...names }: Rewriting,
): Promise<number> {
  const { rowCount } = await tx
    .update(deletedThings)
    .set({
      ...names,
      rows: sql`(select jsonb_agg(part || jsonb_build_object('rows', coalesce((
          select jsonb_agg(becomes order by n)
          from jsonb_array_elements(part -> 'rows') with ordinality as of_part (r, n)
          cross join lateral (select ${row} as becomes) as changed where becomes is not null), '[]')) order by place)
        from jsonb_array_elements(${deletedThings.rows}) with ordinality as parts (part, place))`,
    })
    .where(isMeant)
  return rowCount ?? 0
}

/** Takes rows out of deleted things of these kinds. @param isMeant condition of a row, as in `Rewriting` */
export async function forgetDeletedRows(
  unit: Work,
  kinds: readonly DeletableKind[],
  isMeant: SQL,
): Promise<void> {
  const { kind, rows } = deletedThings
  const hasSome = sql`exists (select from jsonb_array_elements(${rows}) as parts (part),
    jsonb_array_elements(part -> 'rows') as of_part (r) where ${isMeant})`
  await rewriteDeleted(unit, sql`${inArray(kind, [...kinds])} and ${hasSome}`, {
    row: sql`case when ${isMeant} then null else r end`,
  })
}
