import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { findSpanRecorder } from '../traces/spans.ts'
import { traceStatements } from '../traces/statements.ts'

type Builder = NodePgDatabase & { $client: pg.Pool | pg.PoolClient }
declare const isInTransaction: unique symbol

export type Tx = Omit<Builder, 'transaction'> & { readonly [isInTransaction]: true }

interface TransactionManners {
  isReadOnly?: boolean
  /** Executes the last statement, in one batch with the commit. A synchronous throw rolls the transaction back. */
  last?(tx: Tx): Promise<unknown> | undefined
}

export type Database = Omit<Builder, 'transaction'> & {
  /** Runs a job in a transaction, rolled back when the job throws. */
  transaction<T>(job: (tx: Tx) => Promise<T>, manners?: TransactionManners): Promise<T>
  /** Runs independent statements pipelined on one connection. */
  onOneConnection<T>(job: (reader: Reader) => Promise<T>): Promise<T>
}

export type Reader = Database | Tx

const builderFor = <C extends pg.Pool | pg.PoolClient>(client: C) => drizzle({ client, casing: 'snake_case' })

/** Builders by open connection: prepared statements are built once on each. */
const onConnections = new WeakMap<pg.PoolClient, Tx>()

export function builderOn(client: pg.PoolClient): Tx {
  const known = onConnections.get(client)
  if (known) return known
  const made = builderFor(client) as unknown as Tx
  onConnections.set(client, made)
  return made
}

/** Detects a query timeout; the answer may still arrive on this connection. */
export function isUnanswered(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message === 'Query read timeout') return true
  return false
}

/** Awaits concurrent statements. @throws the first failure, but only after all answers: until then the connection is in use */
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
  // Sent with the first statement of the job, which also fails when this does.
  begun.catch(() => undefined)
  try {
    const result = await job(tx)
    const [, , { command }] = await pipelined([begun, last?.(tx), client.query('commit')])
    // PostgreSQL answers a commit with ROLLBACK when the job has ignored the failure of a statement.
    if (command !== 'COMMIT') throw new Error('a transaction with a failed statement was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // A failed `begin` explains the failures of the statements after it.
    await begun
    throw error
  }
}

/** Builds on a pool. Drizzle's own transaction leaks a connection that breaks before `begin` is answered, until the pool is empty. */
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
      // The pool detects an ended connection, but not a silent one.
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

/** Prepares a statement once for each connection. @param name unique among all statements @param build its values are `sql.placeholder`s */
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

/** Runs plain SQL as a prepared statement. @param name unique among all statements */
export const preparedSql =
  <Row extends pg.QueryResultRow = never>(name: string, text: string) =>
  (reader: Reader, values: unknown[]): Promise<pg.QueryResult<Row>> =>
    reader.$client.query<Row>({ name, text, values })
