import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { createRoomCheck } from '../store/disk-room.ts'
import { LendingPool } from './lending-pool.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { applyMigrations, planUpgrade } from './migrations.ts'
import { buildOn, type Database } from './query-builder.ts'

export type { Database, Reader, Tx } from './query-builder.ts'

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** True for the database inside this process, false for a PostgreSQL server others may use too. */
  embedded: boolean
  /** Throws `unavailable` while the disk below an embedded database is full. */
  requireRoom?: () => void
  close(): Promise<void>
}

export const ownMigrations = new URL('../../../../migrations', import.meta.url).pathname
/** Any number, the same in every process: the process that holds this lock migrates. */
export const migrationLock = 7_305_251

export interface Queue {
  /** So many calls may wait for a connection: about as many as are done in a second. */
  callsWaiting: number
  lentWithinMs: number
  /** A server that has not answered by then counts as gone: the network may have lost it without a word. */
  answersWithinMs: number
}
const queues = {
  embedded: { callsWaiting: 50, lentWithinMs: 10_000, answersWithinMs: 0 },
  // Longer than a statement may take there, see below.
  postgres: { callsWaiting: 500, lentWithinMs: 10_000, answersWithinMs: 20_000 },
}

const sessionSettings = [
  'statement_timeout=15000',
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=30000',
  // Compiling a statement takes longer than any of ours runs; PostgreSQL does it by what it expects, each time anew.
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Opens the PostgreSQL server at `url`. */
export function openPostgres(url: string, manners: Partial<Queue> = {}): OpenDatabase {
  const queue = { ...queues.postgres, ...manners }
  const pool = new LendingPool(
    {
      connectionString: url,
      max: 10,
      // A new connection knows no plans: on a quiet day, the driver's 10 seconds would make most requests open one.
      idleTimeoutMillis: 10 * 60 * 1000,
      connectionTimeoutMillis: queue.lentWithinMs,
      query_timeout: queue.answersWithinMs,
      options: sessionSettings,
      application_name: 'signalbox',
      pipeline: true,
    },
    { callsWaiting: queue.callsWaiting, isOnThisThread: false },
  )
  return {
    db: buildOn(pool),
    pool,
    embedded: false,
    close: () => pool.end(),
  }
}

/** Opens the database inside this process, in `directory`, or in memory when there is none: empty, or as `from` dumped it. */
export async function openPglite(
  directory: string | undefined,
  from?: Blob,
  manners: Partial<Queue> = {},
): Promise<OpenDatabase> {
  const queue = { ...queues.embedded, ...manners }
  // Loaded only where there is one.
  const { openEmbedded } = await import('./embedded-database.ts')
  const { config, close } = await openEmbedded(directory, from)
  // One connection, kept for ever: the embedded database has exactly one session.
  const pool = new LendingPool(
    Object.assign(config, {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: queue.lentWithinMs,
      pipeline: true,
    }),
    { callsWaiting: queue.callsWaiting, isOnThisThread: true },
  )
  return {
    db: buildOn(pool),
    pool,
    embedded: true,
    ...(directory !== undefined && { requireRoom: createRoomCheck(directory) }),
    async close() {
      await pool.query('checkpoint').catch(() => undefined)
      await pool.end()
      await close()
    },
  }
}

/** A table that is to be changed is waited for so long, because everybody else then waits for it, too. */
const lockedWithinMs = 2000
const lockedAgainAfterMs = 3000
const lockNotAvailable = '55P03'

interface MigrationOptions {
  /** Called when an existing database is about to be changed, with the migrations that it lacks. */
  beforeUpgrade?(client: pg.ClientBase, pending: readonly string[]): Promise<void>
  /** Called once when a table that is to be changed is in use for long, such as by a backup. */
  waiting?(): void
  /** Where the migrations lie that this program knows. */
  migrationsFolder?: string
}

/** A connection that waits for an answer as long as it takes; of a PostgreSQL server one outside of the pool. */
async function connectPatiently(pool: pg.Pool, embedded: boolean) {
  if (embedded) {
    const client = await pool.connect()
    return { client, close: async () => client.release() }
  }
  const client = new pg.Client({ ...pool.options, query_timeout: 0 })
  // Whoever waits for an answer hears that the connection was lost; as an event that nobody hears it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return { client, close: () => client.end() }
}

/**
 * Applies migrations up to one in a transaction of their own. Where others use a table for long, it lets them and tries again.
 * @param moment by which the journal knows the last of them
 */
async function applyUpTo(
  client: pg.ClientBase,
  moment: number,
  migrationsFolder: string,
  waiting?: () => void,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query('begin')
      await applyMigrations(client, migrationsFolder, moment)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (databaseErrorCode(error) !== lockNotAvailable && !isCollision(error)) throw error
      if (tries === 1) waiting?.()
      await wait(lockedAgainAfterMs)
    }
}

/**
 * Brings the tables to the newest form, a migration after the other, so that a table is held no longer than by its own; where it was
 * interrupted it goes on. Of several processes that start at once, one does it and the others wait.
 * @throws {NewerDatabase} before anything is changed
 */
export async function migrateDatabase(
  { pool, embedded }: Pick<OpenDatabase, 'pool' | 'embedded'>,
  { beforeUpgrade, waiting, migrationsFolder = ownMigrations }: MigrationOptions = {},
): Promise<void> {
  const { client, close } = await connectPatiently(pool, embedded)
  try {
    // A migration may take longer than any request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    if (!embedded) await client.query('select pg_advisory_lock($1)', [migrationLock])
    try {
      const { isNew, pending, moments } = await planUpgrade(client, migrationsFolder)
      if (!isNew && pending.length > 0) await beforeUpgrade?.(client, pending)
      await client.query(`set lock_timeout = ${lockedWithinMs}`)
      const steps = isNew ? moments.slice(-1) : moments
      for (const moment of steps) await applyUpTo(client, moment, migrationsFolder, waiting)
    } finally {
      if (!embedded) await client.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  } finally {
    await close()
  }
}

/** Makes the check whether every migration of this version has been applied. */
export function createMigrationCheck({ db }: Pick<OpenDatabase, 'db'>): () => Promise<boolean> {
  const ours = readMigrationFiles({ migrationsFolder: ownMigrations }).map(({ folderMillis }) =>
    String(folderMillis),
  )
  return async () => {
    const { rows } = await db.execute<{ created_at: string }>(
      sql`select created_at::text from drizzle.__drizzle_migrations`,
    )
    const applied = new Set(rows.map(({ created_at: createdAt }) => createdAt))
    return ours.every((migration) => applied.has(migration))
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

/** A deadlock, or rows that changed between two looks: the database has ended this transaction in favour of another. */
export const isCollision = (error: unknown) => ['40P01', '40001'].includes(databaseErrorCode(error) ?? '')

export const isUniqueViolation = (error: unknown) => databaseErrorCode(error) === '23505'
export const isForeignKeyViolation = (error: unknown) => databaseErrorCode(error) === '23503'
