import pg from 'pg'
import { createRoomCheck } from '../store/disk-room.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { LendingPool } from './lending-pool.ts'

/** The connections to a database, without the cost of loading the query builder. */
export interface OpenPool {
  pool: LendingPool
  /** True for the database inside this process, false for a PostgreSQL server that others may use too. */
  embedded: boolean
  /** Throws `unavailable` while the disk below an embedded database is full. */
  requireRoom?: () => void
  close(): Promise<void>
}

export interface Queue {
  /** Longest queue of calls for a connection: about a second's work. */
  callsWaiting: number
  lentWithinMs: number
  /** A silent server counts as gone after this time: the network may have lost it. */
  answersWithinMs: number
}
const queues = {
  embedded: { callsWaiting: 50, lentWithinMs: 10_000, answersWithinMs: 0 },
  // Longer than `statement_timeout` below.
  postgres: { callsWaiting: 500, lentWithinMs: 10_000, answersWithinMs: 20_000 },
}

const sessionSettings = [
  'statement_timeout=15000',
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=30000',
  // JIT compilation takes longer than any of our statements runs.
  'jit=off',
  // Statements without a time zone must not depend on the server's setting.
  'timezone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

function listenToFaults(pool: pg.Pool): void {
  // An error of a borrowed connection reaches its waiting query. As an unheard event it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The pool removes a failed idle connection; the next query opens a new one.
  pool.on('error', () => undefined)
}

export function openPostgresPool(url: string, manners: Partial<Queue> = {}): OpenPool {
  const queue = { ...queues.postgres, ...manners }
  const pool = new LendingPool(
    {
      connectionString: url,
      max: 10,
      // A new connection has no cached plans: the driver's default of 10 seconds would reopen it for most requests on a quiet day.
      idleTimeoutMillis: 10 * 60 * 1000,
      connectionTimeoutMillis: queue.lentWithinMs,
      query_timeout: queue.answersWithinMs,
      options: sessionSettings,
      application_name: 'signalbox',
      pipeline: true,
    },
    { callsWaiting: queue.callsWaiting, isOnThisThread: false },
  )
  listenToFaults(pool)
  return {
    pool,
    embedded: false,
    close: () => pool.end(),
  }
}

export async function openPglitePool(
  directory: string | undefined,
  { hasSmallCache = false } = {},
): Promise<OpenPool> {
  const { openEmbedded } = await import('./embedded-database.ts')
  const database = await openEmbedded(directory, { hasSmallCache })
  const opened = connectToEmbedded(database)
  return {
    ...opened,
    ...(directory !== undefined && { requireRoom: createRoomCheck(directory) }),
    async close() {
      await opened.pool.query('checkpoint').catch(() => undefined)
      await opened.close()
      await database.close()
    },
  }
}

/** Opens a pool on an embedded database, which stays open when the pool is closed. */
export function connectToEmbedded(database: EmbeddedDatabase, manners: Partial<Queue> = {}): OpenPool {
  const queue = { ...queues.embedded, ...manners }
  // One connection, kept for ever: the embedded database has exactly one session.
  const pool = new LendingPool(
    Object.assign(database.configure(), {
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: queue.lentWithinMs,
      pipeline: true,
    }),
    { callsWaiting: queue.callsWaiting, isOnThisThread: true },
  )
  listenToFaults(pool)
  return { pool, embedded: true, close: () => pool.end() }
}
