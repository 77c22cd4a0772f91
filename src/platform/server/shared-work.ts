import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { askAgain } from './database/ask-ahead.ts'
import type { Database, Tx } from './database/database.ts'
import { databaseErrorCode, isCollision } from './database/database-errors.ts'
import { wasUndone } from './database/query-builder.ts'
import { later } from './traces/spans.ts'

/** A unit of work. */
interface Unit {
  tx: Tx
}
type JobIn<U, T> = (unit: U) => Promise<T>

export interface SharingParts<U extends Unit = Unit> {
  /** Waits for a part in a transaction. */
  share: Database['share']
  /** So many shared transactions are under way at once. */
  atOnce: number
  /** Does jobs in one transaction. @throws what the first of them throws */
  doTogether(jobs: readonly JobIn<U, void>[], shared?: ReadonlySet<string>): Promise<unknown>
  /** Does a job in a transaction of its own. */
  doAlone<T>(job: JobIn<U, T>): Promise<T>
}

/** How a transaction has ended for those who shared it. Of one that was undone nothing has happened. */
type End = 'committed' | 'undone'

/** One of those who share a transaction, from waiting for it to its end. */
function createMember<U extends Unit>(locks: readonly string[]) {
  const unit = Promise.withResolvers<U>()
  const job = Promise.withResolvers<void>()
  const end = Promise.withResolvers<End>()
  // Whoever waits for them hears of it.
  for (const { promise } of [unit, job, end]) promise.catch(() => undefined)
  return {
    locks,
    /** Whether it keeps out those who lock the same. */
    hasLocked: false,
    unit: unit.promise,
    end: end.promise,
    withinSpan: later(),
    /** Lets it begin in a unit of work. Resolves when its job is done. */
    begin(given: U): Promise<void> {
      unit.resolve(given)
      return job.promise
    },
    jobDone: job.resolve,
    jobFailed: job.reject,
    committed: () => end.resolve('committed'),
    undone: () => end.resolve('undone'),
    /** Without a word of what has become of the transaction. */
    lost(error: unknown): void {
      unit.reject(error)
      end.reject(error)
    },
  }
}
type Member<U extends Unit> = ReturnType<typeof createMember<U>>

const mostTogether = 16
/** One that takes longer, as it waits for what somebody has locked, does not count any more: others begin without it. */
const slowAfterMs = 50
/** Turns of the event loop in which those who have just been answered may come again. */
const mostTurnsToGather = 3

/** The database has taken too long with a statement: to do all of them again would not make it faster. */
const tookTooLong = '57014'

/** Whether a transaction has changed nothing, and its jobs are to be done one by one. */
const isToBeRepeated = (error: unknown, { length }: readonly unknown[]): boolean =>
  length === 1 ? isCollision(error) : wasUndone(error) && databaseErrorCode(error) !== tookTooLong

/**
 * Lets jobs that come at the same time share a transaction: one commit, one flush to the disk and one change of the log's head for all of
 * them. Who comes alone does not wait; while transactions are under way the next ones gather.
 * @returns does a job so. @param locks the ids of all that it locks
 */
export function createSharing<U extends Unit>({ share, atOnce, doTogether, doAlone }: SharingParts<U>) {
  let queue: Member<U>[] = []
  const locked = new Set<string>()
  let underWay = 0
  // Limits of the call that happened to be there are not those of all who share.
  const outside = AsyncLocalStorage.snapshot()

  /** Takes those from the queue who may be together, in the order of what they lock. */
  function nextBatch(): Member<U>[] {
    const taken: Member<U>[] = []
    const left: Member<U>[] = []
    for (const member of queue) {
      const isFree = taken.length < mostTogether && member.locks.every((id) => !locked.has(id))
      ;(isFree ? taken : left).push(member)
      if (!isFree) continue
      member.hasLocked = true
      for (const id of member.locks) locked.add(id)
    }
    queue = left
    return taken.toSorted(({ locks: [one = ''] }, { locks: [other = ''] }) =>
      one < other ? -1 : Number(one > other),
    )
  }

  function unlock({ hasLocked, locks }: Member<U>): void {
    if (!hasLocked) return
    for (const id of locks) locked.delete(id)
    beginNext()
  }

  /** @param begun called when it has its connection */
  async function runBatch(batch: readonly [Member<U>, ...Member<U>[]], begun: () => void): Promise<void> {
    const jobs = batch.map((member) => (unit: U) => {
      begun()
      return member.begin(unit)
    })
    const shared = batch.length > 1 ? new Set(batch.flatMap(({ locks }) => locks)) : undefined
    try {
      // The first one's trace has what belongs to all.
      await batch[0].withinSpan(() => doTogether(jobs, shared))
      for (const member of batch) member.committed()
    } catch (error) {
      const isRepeated = isToBeRepeated(error, batch)
      for (const member of batch)
        if (isRepeated) member.undone()
        else member.lost(error)
    }
  }

  async function runBatches(): Promise<void> {
    underWay++
    for (;;) {
      const [first, ...others] = nextBatch()
      if (!first) break
      const begun = Promise.withResolvers<void>()
      const running = runBatch([first, ...others], begun.resolve)
      const isSlow = begun.promise.then(() => wait(slowAfterMs, true, { ref: false }))
      if (await Promise.race([running, isSlow])) continue
      for (let turn = 0; turn < mostTurnsToGather && queue.length < others.length; turn++) await nextTurn()
    }
    underWay--
  }

  function beginNext(): void {
    if (queue.length > 0 && underWay < atOnce) outside(() => void runBatches())
  }

  async function doShared<T>(job: JobIn<U, T>, member: Member<U>): Promise<T> {
    let unit: U
    try {
      unit = await share(member.unit)
    } catch (error) {
      queue = queue.filter((other) => other !== member)
      member.jobDone()
      throw error
    }
    try {
      const result = await job(unit)
      member.jobDone()
      if ((await member.end) === 'committed') return result
    } catch (error) {
      member.jobFailed(error)
      if ((await member.end) !== 'undone') throw error
    }
    askAgain()
    return doAlone(job)
  }

  return async function work<T>(job: JobIn<U, T>, locks: readonly string[]): Promise<T> {
    const member = createMember<U>(locks)
    queue.push(member)
    beginNext()
    try {
      return await doShared(job, member)
    } finally {
      // Who waits for what it has locked goes on after it, be it done together or alone.
      unlock(member)
    }
  }
}
