import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseErrorCode, isCollision } from './database-errors.ts'
import { applyMigrations, migrationLock, ownMigrations, planUpgrade } from './migrations.ts'
import { openPglitePool, openPostgresPool, type OpenPool, type Queue } from './pools.ts'
import { buildOn, type Database } from './query-builder.ts'

export interface OpenDatabase extends OpenPool {
  db: Database
}

export const openPostgres = (url: string, manners: Partial<Queue> = {}): OpenDatabase =>
  withBuilder(openPostgresPool(url, manners))

export const openPglite = async (directory: string | undefined): Promise<OpenDatabase> =>
  withBuilder(await openPglitePool(directory))

export const withBuilder = (opened: OpenPool): OpenDatabase => ({ db: buildOn(opened.pool), ...opened })

/** Lock timeout of a migration: everybody else waits behind it. */
const lockedWithinMs = 2000
const lockedAgainAfterMs = 3000
const lockNotAvailable = '55P03'

interface MigrationOptions {
  /** Called before an existing database is changed, with the missing migrations. */
  beforeUpgrade?(client: pg.ClientBase, pending: readonly string[]): Promise<void>
  /** Called once when a table to be changed is in use for long, such as by a backup. */
  waiting?(): void
  migrationsFolder?: string
}

/** Connects without a query timeout; to a PostgreSQL server outside of the pool. */
export async function connectPatiently(pool: pg.Pool, embedded: boolean) {
  if (embedded) {
    const client = await pool.connect()
    return { client, close: async () => client.release() }
  }
  const client = new pg.Client({ ...pool.options, query_timeout: 0 })
  // A waiting query sees the lost connection; as an unhandled event it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return { client, close: () => client.end() }
}

/** Applies migrations in a transaction. If a table stays locked, it yields and retries. @param moment of the last one in the journal */
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
 * Migrates in one transaction per migration, for short table locks and to resume. Of several processes, one migrates and the others wait.
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

export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that returns a row returned none')
  return row
}
