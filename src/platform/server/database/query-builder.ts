import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { findSpanRecorder } from '../traces/spans.ts'
import { traceStatements } from '../traces/statements.ts'

type Builder = NodePgDatabase & { $client: pg.Pool | pg.PoolClient }
declare const isInTransaction: unique symbol

/** The query builder on a connection that is in a transaction. */
export type Tx = Omit<Builder, 'transaction'> & { readonly [isInTransaction]: true }

interface TransactionManners {
  isReadOnly?: boolean
  /**
   * Executes the last statement; it goes out together with the commit. What it throws at once, before it
   * has sent the statement, rolls the transaction back.
   */
  last?(tx: Tx): Promise<unknown> | undefined
}

/** The query builder on a pool: each statement on any of its connections. */
export type Database = Omit<Builder, 'transaction'> & {
  /** Does a job in a transaction, which is rolled back when the job throws. */
  transaction<T>(job: (tx: Tx) => Promise<T>, manners?: TransactionManners): Promise<T>
  /** Does several statements on one connection: those that do not wait for each other go out together. */
  onOneConnection<T>(job: (reader: Reader) => Promise<T>): Promise<T>
}

/** Connection of a query: the pool, or the transaction it must be part of. */
export type Reader = Database | Tx

const builderFor = <C extends pg.Pool | pg.PoolClient>(client: C) => drizzle({ client, casing: 'snake_case' })

/** One builder for each connection, for as long as it is open: what is prepared on it is built once. */
const onConnections = new WeakMap<pg.PoolClient, Tx>()

/** The query builder on a connection that its caller has borrowed, and has begun a transaction on. */
export function builderOn(client: pg.PoolClient): Tx {
  const known = onConnections.get(client)
  if (known) return known
  const made = builderFor(client) as unknown as Tx
  onConnections.set(client, made)
  return made
}

/** The driver has given up waiting for an answer; on this connection one may still come. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message === 'Query read timeout') return true
  return false
}

/**
 * Waits for all of these, which are asked for at once.
 * @throws what the first of them threw, but only once all have been answered: until then their connection is in use
 */
export async function pipelined<T extends readonly unknown[]>(asked: {
  readonly [K in keyof T]: Promise<T[K]> | T[K]
}): Promise<T> {
  const answers = await Promise.allSettled(asked)
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as unknown as T
}

async function transact<T>(
  client: pg.PoolClient,
  job: (tx: Tx) => Promise<T>,
  { isReadOnly, last }: TransactionManners,
): Promise<T> {
  const tx = builderOn(client)
  const begun = client.query(isReadOnly ? 'begin read only' : 'begin')
  // Goes out together with the first statement of the job, which fails, too, when this does.
  begun.catch(() => undefined)
  try {
    const result = await job(tx)
    const [, , { command }] = await pipelined([begun, last?.(tx), client.query('commit')])
    // PostgreSQL answers a commit so, and not with an error, when the job has passed over the failure of a statement.
    if (command !== 'COMMIT') throw new Error('a transaction with a failed statement was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // The failure of `begin` explains those of the statements after it.
    await begun
    throw error
  }
}

/**
 * The query builder on a pool. It borrows the connection of a transaction here and not by itself, because it does not give back one
 * that breaks before `begin` is answered: ten of those, and nobody would get a connection again.
 */
export function buildOn(pool: pg.Pool): Database {
  if (findSpanRecorder()) pool.on('connect', traceStatements)
  async function borrow<T>(job: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let isSilent = false
    try {
      return await job(client)
    } catch (error) {
      isSilent = isUnanswered(error)
      throw error
    } finally {
      // The pool sees for itself that a connection has ended, but not that it is silent.
      client.release(isSilent)
    }
  }
  const manners: Pick<Database, 'transaction' | 'onOneConnection'> = {
    transaction: (job, manners = {}) => borrow((client) => transact(client, job, manners)),
    onOneConnection: (job) => borrow((client) => job(builderOn(client))),
  }
  return Object.assign(builderFor(pool), manners) as Database
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
  <Row extends pg.QueryResultRow = never>(name: string, text: string) =>
  (reader: Reader, values: unknown[]): Promise<pg.QueryResult<Row>> =>
    reader.$client.query<Row>({ name, text, values })
