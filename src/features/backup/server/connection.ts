import type pg from 'pg'
import { openPostgresPool, type OpenPool } from '#platform/server/database/pools.ts'
import { BackupRefused } from './archive/archive.ts'

/** Opens a PostgreSQL server without a limit on its answers. */
export const openPatiently = (url: string) => openPostgresPool(url, { answersWithinMs: 0 })

export interface Held {
  /** May be idle or busy without limit. */
  client: pg.PoolClient
  close(): Promise<void>
}

/** Prepares a connection by a job, whose failure closes the database. */
export async function withHeldConnection<T>(
  database: Pick<OpenPool, 'pool' | 'close'>,
  job: (client: pg.PoolClient) => Promise<T>,
): Promise<T & Held> {
  let client: pg.PoolClient | undefined
  const close = async () => {
    client?.release(true)
    await database.close()
  }
  try {
    client = await database.pool.connect()
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    return { ...(await job(client)), client, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Finds nodes by their LISTEN connections. @throws {BackupRefused} while one runs */
export async function requireStopped(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'signalbox listen'`,
  )
  if (rows.length > 0)
    throw new BackupRefused('The program runs on this database. Stop it first, on every node.')
}
