import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import {
  migrateDatabase,
  openPostgres,
  withBuilder,
  type OpenDatabase,
} from '#platform/server/database/database.ts'
import { connectToEmbedded, type Queue } from '#platform/server/database/pools.ts'
import { borrowEmbedded } from './embedded-databases.ts'
import { startPostgres } from './postgres.ts'

export interface TestDatabase extends OpenDatabase {
  /** The address of a PostgreSQL database; absent for the embedded one. */
  url: string | undefined
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/**
 * A PostgreSQL database on the server the run was given, and the way to drop it.
 * @param template what it is a copy of; absent: it is empty, without tables
 */
export async function createPostgresDatabase(
  template = 'template0',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_POSTGRES_URL
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: the global set-up has not run.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: String(url), drop: () => query(server, `drop database ${name} with (force)`) }
}

/**
 * Starts a PostgreSQL server and names it as TEST_POSTGRES_URL to what is started from here on, and as TEST_POSTGRES_TEMPLATE a
 * database with empty tables on it: copying that takes a tenth of the time of making one. One that is named already is kept.
 * @returns how to stop the server
 */
export async function startPostgresWithTemplate(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL) return async () => undefined
  const server = await startPostgres()
  process.env.TEST_POSTGRES_URL = server.url
  const { url } = await createPostgresDatabase()
  const database = openPostgres(url)
  await migrateDatabase(database)
  await database.close()
  process.env.TEST_POSTGRES_TEMPLATE = new URL(url).pathname.slice(1)
  return server.stop
}

/** On a machine that stands still for a while nobody waits in vain for a connection, nor for what a server answers. */
const patience = { lentWithinMs: 60_000, answersWithinMs: 60_000 }

async function openFromTemplate(queue?: Partial<Queue>): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const database = openPostgres(url, { ...patience, ...queue })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function openEmptied(queue?: Partial<Queue>): Promise<TestDatabase> {
  const { database, giveBack } = await borrowEmbedded()
  const connected = connectToEmbedded(database, { ...patience, ...queue })
  return {
    ...withBuilder(connected),
    url: undefined,
    async close() {
      await connected.close()
      await giveBack()
    },
  }
}

/** A database of its own with empty tables, of the kind that the project names as TEST_DATABASE. */
export function openTestDatabase(queue?: Partial<Queue>): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE === 'postgres') return openFromTemplate(queue)
  if (process.env.TEST_DATABASE === 'pglite') return openEmptied(queue)
  throw new Error('A test of the project "unit" opens no database: see vitest.config.ts.')
}

/**
 * Waits until a connection to this PostgreSQL database waits for a row that another holds.
 * @throws when none does within a minute
 */
export async function untilOneWaits({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const until = performance.now() + 60_000
  while ((await pool.query(waiting)).rows.length === 0) {
    if (performance.now() > until) throw new Error('No connection waits for a row.')
    await setTimeout(50)
  }
}
