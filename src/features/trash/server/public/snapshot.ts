import { getTableName, sql, type AnyColumn, type Table } from 'drizzle-orm'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { DeletedRow, DeletedRows } from '#tables/deleted-things.ts'

/** Rows of a table with one of these values in this column. */
export interface DeletedPart {
  table: Table
  column: AnyColumn
  values: readonly string[]
}

/** @param parts in an order in which rows can be inserted again */
export async function readRows(tx: Tx, parts: readonly DeletedPart[]): Promise<DeletedRows> {
  const kept: DeletedRows = []
  for (const { table, column, values } of parts) {
    const { rows } = await tx.execute<{ row: DeletedRow }>(
      sql`select to_jsonb(${table}) as row from ${table} where ${column} = any(${sql.param([...values])}::uuid[])`,
    )
    if (rows.length > 0) kept.push({ table: getTableName(table), rows: rows.map(({ row }) => row) })
  }
  return kept
}

/** Rows of a table, for changes before the restore. */
export const rowsOf = (rows: DeletedRows, table: Table): DeletedRow[] =>
  rows.find((part) => part.table === getTableName(table))?.rows ?? []

/** Restores rows, maybe of another version: new columns get defaults, missing ones are left out. */
export async function insertRows(tx: Tx, kept: DeletedRows): Promise<void> {
  const { rows: columns } = await tx.execute<{ table: string; column: string }>(sql`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and c.relname = any(${sql.param(kept.map(({ table }) => table))}::text[])`)
  for (const { table, rows } of kept) {
    const known = columns.filter((one) => one.table === table).map(({ column }) => column)
    const given = known.filter((column) => rows.some((row) => Object.hasOwn(row, column)))
    if (given.length === 0 || rows.length === 0) continue
    const names = sql.join(
      given.map((column) => sql.identifier(column)),
      sql`, `,
    )
    const into = sql.identifier(table)
    await tx.execute(
      sql`insert into ${into} (${names}) select ${names} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`,
    )
  }
}
