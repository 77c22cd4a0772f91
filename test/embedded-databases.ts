import { openAsBlob } from 'node:fs'
import type pg from 'pg'
import { migrateDatabase } from '#platform/server/database/database.ts'
import { openEmbedded, type EmbeddedDatabase } from '#platform/server/database/embedded-database.ts'
import { connectToEmbedded } from '#platform/server/database/pools.ts'

interface Kept {
  database: EmbeddedDatabase
  /** Makes it what it was after the migrations. */
  empty(pool: pg.Pool): Promise<void>
}

/** Those that no test uses. Emptying one takes a tenth of the time of starting one, so that the next test file takes it over. */
const idle: Kept[] = []

/** Everything of a table's form that a test could have changed. */
const formOfTables = `
  select md5(string_agg(part, ',' order by part)) as form from (
    select format('%s %s %s %s %s', oid, relname, relkind, relnatts, reloptions) as part
      from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
    union all select format('%s %s', conrelid, pg_get_constraintdef(oid)) from pg_constraint
    union all select format('%s %s %s', tgrelid, tgname, tgenabled) from pg_trigger
    union all select format('%s %s', oid, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname::text from pg_namespace where nspname !~ '^pg_(toast_)?temp') parts`

async function readForm(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query<{ form: string }>(formOfTables)
  return rows[0]?.form
}

/** Reads what the migrations have left in the tables. @returns how to make it so again; that throws where the tables have another form now */
async function learnToEmpty(first: pg.Pool): Promise<Kept['empty']> {
  const form = await readForm(first)
  const { rows: tables } = await first.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const { rows: sequences } = await first.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
  const statements: string[] = []
  for (const { name } of tables) {
    const { rows } = await first.query<{ filled: string | null }>(
      `select format('insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, %L)', jsonb_agg(to_jsonb(r))) as filled from ${name} r having count(*) > 0`,
    )
    statements.push(...rows.flatMap(({ filled }) => filled ?? []))
  }
  for (const { name } of sequences) {
    const { rows } = await first.query<{ filled: string }>(
      `select format('select setval(%L, %s, %L)', '${name}', last_value, is_called) as filled from ${name}`,
    )
    statements.push(...rows.map(({ filled }) => filled))
  }
  return async (pool) => {
    await pool.query('discard all')
    if ((await readForm(pool)) !== form) throw new Error('A test has changed the form of the tables.')
    await pool.query(`
      begin;
      set local session_replication_role = replica;
      truncate ${tables.map(({ name }) => name).join(', ')};
      ${statements.join(';\n')};
      delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
      commit;
      select pg_stat_reset()`)
  }
}

async function startEmbedded(): Promise<Kept> {
  const dump = process.env.TEST_PGLITE_DUMP
  const database = await openEmbedded(undefined, dump === undefined ? undefined : await openAsBlob(dump))
  const connected = connectToEmbedded(database)
  await migrateDatabase(connected)
  const empty = await learnToEmpty(connected.pool)
  await connected.close()
  return { database, empty }
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
      const connected = connectToEmbedded(kept.database)
      try {
        await kept.empty(connected.pool)
        idle.push(kept)
      } catch {
        await kept.database.close()
      } finally {
        await connected.close()
      }
    },
  }
}
