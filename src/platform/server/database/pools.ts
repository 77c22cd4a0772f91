import pg from 'pg'
import { createRoomCheck } from '../store/disk-room.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { LendingPool } from './lending-pool.ts'

/** The connections to a database. Whoever needs no query builder does without what it loads. */
export interface OpenPool {
  pool: LendingPool
  /** True for the database inside this process, false for a PostgreSQL server others may use too. */
  embedded: boolean
  /** Throws `unavailable` while the disk below an embedded database is full. */
  requireRoom?: () => void
  close(): Promise<void>
}

export interface Queue {
  /** Most calls that may wait for a connection: about as many as are done in a second. */
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
  // Days in statements that name no time zone are the same everywhere, whatever the server is set to.
  'timezone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

function listenToFaults(pool: pg.Pool): void {
  // An error of a connection that is lent out goes to whoever waits for its answer. As an event that nobody hears it would end the
  // process: the pool itself hears only those that nobody has borrowed.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // One that lies idle is taken out of the pool; the next query opens a new one.
  pool.on('error', () => undefined)
}

/** Opens the PostgreSQL server at `url`. */
export function openPostgresPool(url: string, manners: Partial<Queue> = {}): OpenPool {
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
  listenToFaults(pool)
  return {
    pool,
    embedded: false,
    close: () => pool.end(),
  }
}

/**
 * Opens the database inside this process, in `directory`, or in memory when there is none.
 * @param options.hasSmallCache for whoever reads or writes each row once
 */
export async function openPglitePool(
  directory: string | undefined,
  { hasSmallCache = false } = {},
): Promise<OpenPool> {
  // Loaded only where there is one.
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

/** A pool on an embedded database that is open, and stays open when the pool is closed. */
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
