import type pg from 'pg'

export interface Table {
  name: string
  columns: readonly { name: string; type: string }[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Fixes the text form of values on every server. */
const textForms = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`
const fetchRows = 200

/** Begins a transaction with fixed text forms. @param mode `read` for a snapshot */
export async function beginRows(client: pg.ClientBase, mode: 'read' | 'write'): Promise<void> {
  await client.query(mode === 'read' ? 'begin isolation level repeatable read read only' : 'begin')
  await client.query(textForms)
}

/** Lists the program's tables in the order of filling: referenced ones come first. @param own names that may be the program's */
export async function listTables(client: pg.ClientBase, own: ReadonlySet<string>): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and f.oid <> t.oid`)
  const waiting = new Map<string, Table & { columns: { name: string; type: string }[] }>()
  for (const { table, column, type } of rows) {
    if (!own.has(table)) continue
    const known = waiting.get(table) ?? { name: table, columns: [] }
    known.columns.push({ name: column, type })
    waiting.set(table, known)
  }
  const sorted: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const table of ready) {
      sorted.push(table)
      waiting.delete(table.name)
    }
  }
  return sorted
}

const lineOf = ({ columns }: Table) =>
  `to_json(array[${columns.map(({ name }) => `${quoted(name)}::text`).join()}])::text`

const linesOf = (table: Table, where: string) =>
  `select ${lineOf(table)} as line from ${quoted(table.name)} where ${where}`

/** Streams the rows of a table by a cursor, within `beginRows`. @param where condition, as SQL */
export async function* readRows(
  client: pg.ClientBase,
  table: Table,
  where: string,
): AsyncGenerator<string[]> {
  await client.query(`declare lines no scroll cursor for ${linesOf(table, where)}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${fetchRows} from lines`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await client.query('close lines')
}

export async function writeRows(
  client: pg.ClientBase,
  table: Table,
  lines: readonly string[],
): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join()
  const values = table.columns.map(({ type }, place) => `(line ->> ${place})::${type}`).join()
  await client.query(
    `insert into ${quoted(table.name)} (${names}) overriding system value select ${values} from json_array_elements($1::json) as line`,
    [`[${lines.join()}]`],
  )
}

/** Drops indexes without a constraint: rebuilding them is many times faster than updating rows. @returns a function to rebuild them */
export async function dropIndexes(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes i
    where schemaname = current_schema() and tablename = any($1)
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [tables.map(({ name }) => name)],
  )
  for (const { name } of rows) await client.query(`drop index ${quoted(name)}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

/** Computes an order-independent checksum of rows, equal on every database. */
export async function sumRows(
  client: pg.ClientBase,
  table: Table,
  where: string,
): Promise<{ count: number; sum: string }> {
  const { rows } = await client.query<{ count: string; sum: string }>(
    `select count(*) as count, coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0)::text as sum from (${linesOf(table, where)}) lines`,
  )
  return { count: Number(rows[0]?.count ?? 0), sum: rows[0]?.sum ?? '' }
}

export interface Sequence {
  name: string
  last: string
  isCalled: boolean
}

/** Reads the program's sequences. They are not transactional, so never behind an older snapshot's rows. */
export async function listSequences(client: pg.ClientBase, own: ReadonlySet<string>): Promise<Sequence[]> {
  const { rows: found } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`)
  const sequences: Sequence[] = []
  for (const { name } of found.filter((one) => own.has(one.name))) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    for (const { last, called } of rows) sequences.push({ name, last, isCalled: called })
  }
  return sequences
}

export async function setSequences(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled])
}
