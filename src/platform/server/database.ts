import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { openEmbedded } from './embedded-database.ts'

type NoSchema = Record<string, never>
export type Database = NodePgDatabase<NoSchema>
export type Tx = PgTransaction<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
/** What a query needs: the pool, or the transaction it must be part of. */
export type Reader = Database | Tx

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** True for the database inside this process, false for a PostgreSQL server others may use too. */
  embedded: boolean
  close(): Promise<void>
}

const migrationsFolder = new URL('../../../migrations', import.meta.url).pathname
/** Any number, the same in every process: whoever holds it migrates. */
const migrationLock = 7_305_251

const sessionSettings = [
  'statement_timeout=15000',
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=30000',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Opens the PostgreSQL server at `url`. */
export function openPostgres(url: string): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // A new connection knows no plans: on a quiet day, the driver's 10 seconds would make most requests open one.
    idleTimeoutMillis: 10 * 60 * 1000,
    connectionTimeoutMillis: 10_000,
    options: sessionSettings,
    application_name: 'signalbox',
  })
  // An idle connection that the server drops must not end the process; the next query opens a new one.
  pool.on('error', () => undefined)
  return {
    db: drizzle({ client: pool, casing: 'snake_case' }),
    pool,
    embedded: false,
    close: () => pool.end(),
  }
}

/** Opens the database inside this process, in `directory`, or in memory when there is none: empty, or as `from` dumped it. */
export async function openPglite(directory: string | undefined, from?: Blob): Promise<OpenDatabase> {
  const { config, close } = await openEmbedded(directory, from)
  // One connection, kept for ever: the embedded database has exactly one session.
  const pool = new pg.Pool(Object.assign(config, { max: 1, idleTimeoutMillis: 0 }))
  return {
    db: drizzle({ client: pool, casing: 'snake_case' }),
    pool,
    embedded: true,
    async close() {
      await pool.query('checkpoint').catch(() => undefined)
      await pool.end()
      await close()
    },
  }
}

/** Brings the tables to the newest form. Of several processes that start at once, one does it and the others wait. */
export async function migrateDatabase({
  pool,
  embedded,
}: Pick<OpenDatabase, 'pool' | 'embedded'>): Promise<void> {
  const client = await pool.connect()
  try {
    // A migration may take longer than any request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    if (!embedded) await client.query('select pg_advisory_lock($1)', [migrationLock])
    try {
      await migrate(drizzle({ client }), { migrationsFolder })
    } finally {
      if (!embedded) await client.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  } finally {
    // Not reused when the settings above must not stay.
    client.release(!embedded)
  }
}

/** The row that a statement was bound to return. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that returns a row returned none')
  return row
}

/** The code PostgreSQL gave for an error, wherever the driver and the query builder have put it. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return undefined
}

export const isUniqueViolation = (error: unknown) => databaseErrorCode(error) === '23505'
export const isForeignKeyViolation = (error: unknown) => databaseErrorCode(error) === '23503'
