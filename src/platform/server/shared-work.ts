import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database, Tx } from './database/database.ts'
import { databaseErrorCode, isCollision } from './database/database-errors.ts'

/** A unit of work. */
interface Unit {
  tx: Tx
}
type Job<U, T> = (unit: U) => Promise<T>

interface Parts<U extends Unit> {
  /** Waits for a part in a transaction. */
  board: Database['share']
  /** So many shared transactions are under way at once. */
  atOnce: number
  /** Does jobs in one transaction. @throws what the first of them throws */
  doTogether(jobs: readonly Job<U, void>[], shared?: ReadonlySet<string>): Promise<unknown>
  /** Does a job in a transaction of its own. */
  doAlone<T>(job: Job<U, T>): Promise<T>
}

/** What became of a transaction that was shared: nothing of it has happened when it was undone. */
type End = 'committed' | 'undone'

/** One who waits for a part in a transaction, or has one. */
function createSeat<U extends Unit>(locks: readonly string[]) {
  const unit = Promise.withResolvers<U>()
  const job = Promise.withResolvers<void>()
  const end = Promise.withResolvers<End>()
  let hasFailed = false
  // Whoever waits for them hears of it.
  for (const { promise } of [unit, job, end]) promise.catch(() => undefined)
  return {
    locks,
    unit: unit.promise,
    end: end.promise,
    /** Lets it begin in a unit of work. Resolves when its job is done. */
    begin(given: U): Promise<void> {
      unit.resolve(given)
      return job.promise
    },
    done: job.resolve,
    fail(error: unknown): void {
      hasFailed = true
      job.reject(error)
    },
    hasFailed: () => hasFailed,
    committed: () => end.resolve('committed'),
    undone: () => end.resolve('undone'),
    failed(error: unknown): void {
      unit.reject(error)
      end.reject(error)
    },
  }
}
type Seat<U extends Unit> = ReturnType<typeof createSeat<U>>

const mostTogether = 16
/** One that takes longer, as it waits for what somebody has locked, does not count any more: others go on without it. */
const slowAfterMs = 50
/** Turns of the event loop in which those who have just been answered may come again. */
const mostTurnsToGather = 3

/**
 * Statements that PostgreSQL has refused: then it has refused the commit, too. Where it has failed itself, or the way to it, nobody knows
 * what has become of the commit.
 */
const refusedStatement = /^(?:[2-4]\d|55|P0)[0-9A-Z]{3}$/

/** Whether a transaction that failed has changed nothing, and its jobs are to be done one by one. */
function isUndone(error: unknown, seats: readonly Pick<Seat<Unit>, 'hasFailed'>[]): boolean {
  if (seats.length === 1) return isCollision(error)
  // Where a job has failed the commit was not sent.
  return seats.some((seat) => seat.hasFailed()) || refusedStatement.test(databaseErrorCode(error) ?? '')
}

/**
 * Lets jobs that come at the same time share a transaction: one commit, one flush to the disk and one change of the log's head for all of
 * them. Who comes alone does not wait; while transactions are under way the next ones gather.
 * @returns does a job so. @param locks the ids of all that it locks
 */
export function createSharing<U extends Unit>({ board, atOnce, doTogether, doAlone }: Parts<U>) {
  let line: Seat<U>[] = []
  const locked = new Set<string>()
  let underWay = 0
  // What a transaction does for several belongs to none of their calls.
  const outside = AsyncLocalStorage.snapshot()

  /** Takes those from the line who may be together, in the order in which rows are locked. */
  function takeSeats(): Seat<U>[] {
    const taken: Seat<U>[] = []
    const left: Seat<U>[] = []
    for (const seat of line) {
      const isFree = taken.length < mostTogether && seat.locks.every((id) => !locked.has(id))
      ;(isFree ? taken : left).push(seat)
      if (isFree) for (const id of seat.locks) locked.add(id)
    }
    line = left
    return taken.toSorted(({ locks: [one = ''] }, { locks: [other = ''] }) =>
      one < other ? -1 : Number(one > other),
    )
  }

  async function ride(seats: readonly Seat<U>[]): Promise<void> {
    const locks = seats.flatMap((seat) => seat.locks)
    const jobs = seats.map((seat) => (unit: U) => seat.begin(unit))
    try {
      await doTogether(jobs, seats.length > 1 ? new Set(locks) : undefined)
      for (const seat of seats) seat.committed()
    } catch (error) {
      const isAgain = isUndone(error, seats)
      for (const seat of seats)
        if (isAgain) seat.undone()
        else seat.failed(error)
    }
    for (const id of locks) locked.delete(id)
  }

  async function drive(): Promise<void> {
    underWay++
    for (let seats = takeSeats(); seats.length > 0; seats = takeSeats()) {
      const riding = ride(seats)
      if ((await Promise.race([riding, wait(slowAfterMs, 'slow', { ref: false })])) === 'slow') {
        // Who waits for what it has locked goes on after it.
        void riding.then(begin)
        continue
      }
      for (let turn = 0; turn < mostTurnsToGather && line.length < seats.length - 1; turn++) await nextTurn()
    }
    underWay--
  }

  function begin(): void {
    if (underWay < atOnce) outside(() => void drive())
  }

  return async function share<T>(job: Job<U, T>, locks: readonly string[]): Promise<T> {
    const seat = createSeat<U>(locks)
    line.push(seat)
    begin()
    let unit: U
    try {
      unit = await board(seat.unit)
    } catch (error) {
      line = line.filter((other) => other !== seat)
      seat.done()
      throw error
    }
    try {
      const result = await job(unit)
      seat.done()
      if ((await seat.end) === 'committed') return result
    } catch (error) {
      seat.fail(error)
      if ((await seat.end) !== 'undone') throw error
    }
    return doAlone(job)
  }
}
