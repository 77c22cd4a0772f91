import { openAsBlob } from 'node:fs'
import type pg from 'pg'
import { migrateDatabase } from '#platform/server/database/database.ts'
import { openEmbedded, type EmbeddedDatabase } from '#platform/server/database/embedded-database.ts'
import { listOwnNames, ownMigrations } from '#platform/server/database/migrations.ts'
import { connectToEmbedded } from '#platform/server/database/pools.ts'
import {
  beginRows,
  listSequences,
  listTables,
  quoted,
  readRows,
  setSequences,
  writeRows,
  type Table,
} from '#platform/server/database/rows.ts'

interface Kept {
  database: EmbeddedDatabase
  /** Makes it what it was after the migrations; false, and nothing done, where a test has changed the form of the tables. */
  empty(client: pg.ClientBase): Promise<boolean>
}

/** Databases that no test uses. Emptying one takes a tenth of the time of starting one, so the next file takes it over. */
const idle: Kept[] = []

/** Everything of the form of the tables that a test could have changed. */
const formOfTables = `
  select md5(string_agg(part, ',' order by part)) as form from (
    select format('%s %s %s %s', oid, relname, relkind, reloptions) as part
      from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
    union all select format('%s %s %s %s %s', attrelid, attname, atttypid, atttypmod, attnotnull)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
    union all select format('%s %s %s', adrelid, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
    union all select format('%s %s', conrelid, pg_get_constraintdef(oid)) from pg_constraint
    union all select format('%s %s %s', tgrelid, tgname, tgenabled) from pg_trigger
    union all select format('%s %s', oid, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname::text from pg_namespace where nspname !~ '^pg_(toast_)?temp') parts`

async function readForm(client: pg.ClientBase): Promise<unknown> {
  const { rows } = await client.query<{ form: string }>(formOfTables)
  return rows[0]?.form
}

/** The functions in the schema of the tables, with their arguments. */
async function listFunctions(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace",
  )
  return rows.map(({ name }) => name)
}

/** Reads what the migrations have left in the tables. @returns how to make it so again */
async function learnToEmpty(client: pg.ClientBase): Promise<Kept['empty']> {
  const functions = await listFunctions(client)
  const form = await readForm(client)
  const own = listOwnNames(ownMigrations)
  await beginRows(client, 'read')
  const tables = await listTables(client, own.tables)
  const sequences = await listSequences(client, own.sequences)
  const left: { table: Table; lines: string[] }[] = []
  for (const table of tables)
    for await (const lines of readRows(client, table, 'true')) left.push({ table, lines })
  await client.query('commit')
  return async (used) => {
    await used.query('discard all')
    // With them go the triggers by which a test has had the database fail.
    for (const name of await listFunctions(used))
      if (!functions.includes(name)) await used.query(`drop function ${name} cascade`)
    if ((await readForm(used)) !== form) return false
    await beginRows(used, 'write')
    await used.query(`truncate ${tables.map(({ name }) => quoted(name)).join()}`)
    for (const { table, lines } of left) await writeRows(used, table, lines)
    await setSequences(used, sequences)
    await used.query(`
      delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
      commit;
      select pg_stat_reset()`)
    return true
  }
}

/** Lends the one connection of an embedded database for a job. */
async function withClient<T>(
  database: EmbeddedDatabase,
  job: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const { pool, close } = connectToEmbedded(database)
  const client = await pool.connect()
  try {
    return await job(client)
  } finally {
    client.release()
    await close()
  }
}

async function startEmbedded(): Promise<Kept> {
  const dump = process.env.TEST_PGLITE_DUMP
  const database = await openEmbedded(undefined, {
    from: dump === undefined ? undefined : await openAsBlob(dump),
  })
  const connected = connectToEmbedded(database)
  await migrateDatabase(connected)
  await connected.close()
  return { database, empty: await withClient(database, learnToEmpty) }
}

/**
 * An embedded database in memory with empty tables, for one test file at a time.
 * @returns it, and how to give it back when nobody is connected to it any more
 */
export async function borrowEmbedded(): Promise<{ database: EmbeddedDatabase; giveBack(): Promise<void> }> {
  const kept = idle.pop() ?? (await startEmbedded())
  return {
    database: kept.database,
    async giveBack() {
      // A test may have left it within a transaction, or otherwise in no state to be emptied.
      const isEmpty = await withClient(kept.database, kept.empty).catch(() => false)
      if (isEmpty) idle.push(kept)
      else await kept.database.close()
    },
  }
}
