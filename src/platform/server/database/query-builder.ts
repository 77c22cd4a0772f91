import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

type Builder = NodePgDatabase<Record<string, never>> & { $client: pg.Pool | pg.PoolClient }
declare const isInTransaction: unique symbol

/** The query builder on a connection that is in a transaction. */
export type Tx = Omit<Builder, 'transaction'> & { readonly [isInTransaction]: true }

export interface TransactionManners<T> {
  isReadOnly?: boolean
  /** Executes the last statement, given what came of the job; it goes out together with the commit. */
  last?(tx: Tx, result: T): Promise<unknown>
}

/** The query builder on a pool: each statement on any of its connections. */
export type Database = Omit<Builder, 'transaction'> & {
  /** Does a job in a transaction, which is rolled back when the job throws. */
  transaction<T>(job: (tx: Tx) => Promise<T>, manners?: TransactionManners<T>): Promise<T>
}

/** What a query needs: the pool, or the transaction it must be part of. */
export type Reader = Database | Tx

const options = { casing: 'snake_case' } as const

/** One builder for each connection, for as long as it is open: what is prepared on it is built once. */
const onConnections = new WeakMap<pg.PoolClient, Tx>()

function builderOn(client: pg.PoolClient): Tx {
  const known = onConnections.get(client)
  if (known) return known
  const made = drizzle({ client, ...options }) as unknown as Tx
  onConnections.set(client, made)
  return made
}

/** The driver has given up waiting for an answer; on this connection one may still come. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message === 'Query read timeout') return true
  return false
}

/** The first of these to fail ends what is waited for, but only once all have been answered. */
async function allOf(asked: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const answers = await Promise.allSettled(asked)
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function transact<T>(
  client: pg.PoolClient,
  job: (tx: Tx) => Promise<T>,
  { isReadOnly, last }: TransactionManners<T>,
): Promise<T> {
  const tx = builderOn(client)
  const begun = client.query(isReadOnly ? 'begin read only' : 'begin')
  // Goes out together with the first statement of the job, which fails, too, when this does.
  begun.catch(() => undefined)
  try {
    const result = await job(tx)
    const ending = last?.(tx, result)
    const committed = client.query('commit')
    await allOf([begun, ending, committed])
    // PostgreSQL answers a commit so, and not with an error, when the job has passed over the failure of a statement.
    if ((await committed).command !== 'COMMIT')
      throw new Error('a transaction with a failed statement was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * The query builder on a pool. It borrows the connection of a transaction here and not by itself, because it does not give back one
 * that breaks before `begin` is answered: ten of those, and nobody would get a connection again.
 */
export function buildOn(pool: pg.Pool): Database {
  // An error of a connection that is lent out goes to whoever waits for its answer. As an event that nobody hears it would end the
  // process: the pool itself hears only those that nobody has borrowed.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // One that lies idle is taken out of the pool; the next query opens a new one.
  pool.on('error', () => undefined)
  const transaction: Database['transaction'] = async (job, manners = {}) => {
    const client = await pool.connect()
    let isSilent = false
    try {
      return await transact(client, job, manners)
    } catch (error) {
      isSilent = isUnanswered(error)
      throw error
    } finally {
      // The pool sees for itself that a connection has ended, but not that it is silent.
      client.release(isSilent)
    }
  }
  return Object.assign(drizzle({ client: pool, ...options }), { transaction }) as Database
}

interface Prepared<R> {
  execute(values: Record<string, unknown>): Promise<R>
}

/**
 * A statement that is built once for each connection, and planned once by the database there.
 * @param name of its own among all statements
 * @param build builds it on a reader; the values of each call stand in it as `sql.placeholder`s.
 */
export function prepared<V extends Record<string, unknown>, R>(
  name: string,
  build: (reader: Reader) => { prepare(name: string): Prepared<R> },
): (reader: Reader, values: V) => Promise<R> {
  const built = new WeakMap<Reader, Prepared<R>>()
  return (reader, values) => {
    const known = built.get(reader)
    if (known) return known.execute(values)
    const made = build(reader).prepare(name)
    built.set(reader, made)
    return made.execute(values)
  }
}

/**
 * A statement of plain SQL, planned once by the database on each connection.
 * @param name of its own among all statements
 */
export const preparedSql =
  (name: string, text: string) =>
  (reader: Reader, values: unknown[]): Promise<pg.QueryResult> =>
    reader.$client.query({ name, text, values })
