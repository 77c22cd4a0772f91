import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { findSpanRecorder } from '../traces/spans.ts'
import { traceStatements } from '../traces/statements.ts'
import { rowMapper } from './row-mapper.ts'

type Builder = NodePgDatabase & { $client: pg.Pool | pg.PoolClient }
declare const isInTransaction: unique symbol

/** The query builder on a connection that is in a transaction. */
export type Tx = Omit<Builder, 'transaction'> & { readonly [isInTransaction]: true }

interface TransactionManners<T> {
  isReadOnly?: boolean
  /** How long a statement may wait for what others have locked, in milliseconds; absent: as long as any. */
  locksWithinMs?: number | undefined
  /**
   * Executes the last statement, given what came of the job; it goes out together with the commit. What it throws at once, before it
   * has sent the statement, rolls the transaction back.
   */
  last?(tx: Tx, result: T): Promise<unknown> | undefined
}

/** A pool that lends connections to several at once. */
interface Lender {
  /** Waits for a part in a connection that is borrowed for several. */
  share<T>(part: Promise<T>, clientOf: (part: T) => pg.PoolClient): Promise<T>
}

/** The query builder on a pool: each statement on any of its connections. */
export type Database = Omit<Builder, 'transaction'> & {
  /** Does a job in a transaction, which is rolled back when the job throws. */
  transaction<T>(job: (tx: Tx) => Promise<T>, manners?: TransactionManners<T>): Promise<T>
  /** Does several statements on one connection: those that do not wait for each other go out together. */
  onOneConnection<T>(job: (reader: Reader) => Promise<T>): Promise<T>
  /** Waits for a part in a transaction that is begun for several, as others wait for a connection. */
  share<T extends { tx: Tx }>(part: Promise<T>): Promise<T>
}

/** What a query needs: the pool, or the transaction it must be part of. */
export type Reader = Database | Tx

function builderFor<C extends pg.Pool | pg.PoolClient>(client: C) {
  const builder = drizzle({ client, casing: 'snake_case' })
  const { session } = builder._
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (query, fields, name, isInArrays, mapper, ...rest) =>
    prepare(query, fields, name, isInArrays, mapper ?? (fields && rowMapper(fields)), ...rest)
  return builder
}

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
export async function together<T extends readonly unknown[]>(asked: {
  readonly [K in keyof T]: Promise<T[K]> | T[K]
}): Promise<T> {
  const answers = await Promise.allSettled(asked)
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as unknown as T
}

const undone = new WeakSet<Error>()

/** Whether the database has said of a transaction that failed with this error that nothing of it has happened; else nobody knows. */
export const wasUndone = (error: unknown): boolean => error instanceof Error && undone.has(error)

/**
 * Ends a transaction that has failed.
 * @param commit absent: it was not sent
 * @returns whether the database says that nothing of it has happened
 */
async function rollBack(
  client: pg.PoolClient,
  commit: Promise<pg.QueryResult> | undefined,
): Promise<boolean> {
  const isRolledBack = await client.query('rollback').then(
    () => true,
    () => false,
  )
  if (!commit) return isRolledBack
  return commit.then(
    ({ command }) => command !== 'COMMIT',
    () => false,
  )
}

async function transact<T>(
  client: pg.PoolClient,
  job: (tx: Tx) => Promise<T>,
  { isReadOnly, locksWithinMs, last }: TransactionManners<T>,
): Promise<T> {
  const tx = builderOn(client)
  const begin = isReadOnly ? 'begin read only' : 'begin'
  const begun = client.query(
    locksWithinMs === undefined ? begin : `${begin}; set local lock_timeout = ${locksWithinMs}`,
  )
  // Goes out together with the first statement of the job, which fails, too, when this does.
  begun.catch(() => undefined)
  let commit: Promise<pg.QueryResult> | undefined
  try {
    const result = await job(tx)
    const [, , { command }] = await together([begun, last?.(tx, result), (commit = client.query('commit'))])
    // PostgreSQL answers a commit so, and not with an error, when the job has passed over the failure of a statement.
    if (command !== 'COMMIT') throw new Error('a transaction with a failed statement was rolled back')
    return result
  } catch (error) {
    if ((await rollBack(client, commit)) && error instanceof Error) undone.add(error)
    // What begin failed of is why the statements after it did.
    await begun
    throw error
  }
}

/**
 * Sends what is written to a connection within one turn of the event loop as one packet: the driver sends each of several statements that
 * go out together by itself, and a packet costs both sides more than most statements. What is written while answers are awaited goes
 * out after the last of them: the database does one statement after the other all the same, and of those who share a transaction each
 * goes on when its own answer comes, which would be a packet for each. Not for COPY, of which nothing is answered before it is written.
 */
function gatherWrites(client: pg.PoolClient): void {
  if (!('connection' in client && client.connection instanceof pg.Connection)) return
  const { connection } = client
  const { stream } = connection
  const write = stream.write.bind(stream)
  const sync = connection.sync.bind(connection)
  const query = connection.query.bind(connection)
  /** Statements that have been sent and not yet answered, and those that gather. */
  let [awaited, gathered] = [0, 0]
  let isGathering = false
  function letGo() {
    if (awaited > 0) return
    ;[awaited, gathered] = [gathered, 0]
    isGathering = false
    stream.uncork()
  }
  // Each of these two is answered by one ReadyForQuery, whatever comes of the statement.
  connection.sync = () => {
    gathered++
    sync()
  }
  connection.query = (text) => {
    gathered++
    query(text)
  }
  connection.on('readyForQuery', () => {
    // After those who have their answers now.
    if (awaited > 0 && --awaited === 0 && isGathering) setImmediate(letGo)
  })
  stream.write = ((...given: Parameters<typeof write>) => {
    if (!isGathering) {
      isGathering = true
      stream.cork()
      process.nextTick(letGo)
    }
    return write(...given)
  }) as typeof stream.write
}

/**
 * The query builder on a pool. It borrows the connection of a transaction here and not by itself, because it does not give back one
 * that breaks before `begin` is answered: ten of those, and nobody would get a connection again.
 */
export function buildOn(pool: pg.Pool & Lender): Database {
  pool.on('connect', gatherWrites)
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
  const manners: Pick<Database, 'transaction' | 'onOneConnection' | 'share'> = {
    transaction: (job, manners = {}) => borrow((client) => transact(client, job, manners)),
    onOneConnection: (job) => borrow((client) => job(builderOn(client))),
    share: (part) => pool.share(part, ({ tx }) => tx.$client as pg.PoolClient),
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
