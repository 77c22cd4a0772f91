import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { builderOn, type Database, type Reader } from './query-builder.ts'

/** What a job is to ask first, whatever connection it borrows. */
interface Ahead {
  /** Borrowers of this job that wait for a connection: the first one to get one takes the question along. */
  borrowing: number
  /** Asks on a connection, unless it has been asked. */
  askOn(client: pg.PoolClient): void
  /** Whoever waits for the answer hears that there is no connection. */
  fail(error: unknown): void
  /** From now on the answer is that of the next connection. */
  forget(): void
}

const present = new AsyncLocalStorage<Ahead>()

/**
 * Borrows a connection, or a part in one. What the job is to ask ahead goes out on it in front of what it is borrowed for.
 * @param clientOf the connection in what was borrowed
 */
export async function borrowedAhead<T>(
  borrow: () => Promise<T>,
  clientOf: (borrowed: T) => pg.PoolClient,
): Promise<T> {
  const ahead = present.getStore()
  if (!ahead) return borrow()
  ahead.borrowing++
  try {
    const borrowed = await borrow()
    ahead.askOn(clientOf(borrowed))
    return borrowed
  } catch (error) {
    ahead.fail(error)
    throw error
  } finally {
    ahead.borrowing--
  }
}

/** What the job has asked ahead is asked again on the next connection that it borrows: it begins anew. */
export const askAgain = (): void => present.getStore()?.forget()

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Does a job and asks the database a question besides, which goes out in one packet with the first statement of the job, in front of it:
 * on a connection answers come in order.
 * @param ask sends its statement at once
 * @param job gets the answer when it asks for it; where the job has nothing to ask of the database by then, the question goes out by itself
 */
export function askAhead<T, R>(
  db: Database,
  ask: (reader: Reader) => Promise<T>,
  job: (answer: () => Promise<T>) => Promise<R>,
): Promise<R> {
  let isAsked = false
  let question = Promise.withResolvers<T>()
  function forget() {
    isAsked = false
    question = Promise.withResolvers()
    // Whoever wants to know hears of it.
    question.promise.catch(() => undefined)
  }
  forget()
  const ahead: Ahead = {
    borrowing: 0,
    askOn(client) {
      if (isAsked) return
      isAsked = true
      question.resolve(ask(builderOn(client)))
    },
    fail(error) {
      isAsked = true
      question.reject(error)
    },
    forget,
  }
  async function answer(): Promise<T> {
    // What the job does meanwhile may be about to borrow a connection.
    if (!isAsked) await nextTurn()
    // As any other borrower's, this connection takes the question along.
    if (!isAsked && ahead.borrowing === 0) await db.onOneConnection(() => question.promise)
    return question.promise
  }
  return present.run(ahead, () => job(answer))
}
