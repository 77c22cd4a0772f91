import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTick } from 'node:timers/promises'
import pg from 'pg'
import { BusyError } from '../busy-error.ts'

export interface Waiting {
  hasGone(): boolean
}

interface Call extends Waiting {
  /** True once the call had a connection: from then on it is finished, as half of it may be done. */
  hasBegun: boolean
}

const calls = new AsyncLocalStorage<Call>()

/** Runs a call. Before it has a connection, it is refused behind a long queue, and dropped when its caller has hung up. */
export const asCall = (waiting: Waiting, job: () => void): void =>
  calls.run({ hasGone: () => waiting.hasGone(), hasBegun: false }, job)

const busy = () => new BusyError(2)

interface Manners {
  /** Longest queue of calls for a connection; work of the server itself is never refused. */
  callsWaiting: number
  /** The database runs on this thread, so yield to the event loop between two borrowers. */
  isOnThisThread: boolean
}

export class LendingPool extends pg.Pool {
  readonly #manners: Manners
  readonly #waiting = new Map<Call, number>()

  constructor(config: pg.PoolConfig, manners: Manners) {
    super(config)
    this.#manners = manners
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void
  override connect(answer?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const lent = this.#lend()
    if (!answer) return lent
    lent.then(
      (client) => answer(undefined, client, client.release),
      (error: Error) => answer(error, undefined, () => undefined),
    )
  }

  async #lend(): Promise<pg.PoolClient> {
    const call = calls.getStore()
    if (call && !call.hasBegun && this.#waiting.size >= this.#manners.callsWaiting) throw busy()
    const client = await this.#counted(call, () => super.connect())
    if (this.#manners.isOnThisThread) await nextTick()
    if (call && !call.hasBegun && call.hasGone()) {
      client.release()
      throw busy()
    }
    if (call) call.hasBegun = true
    return client
  }

  async #counted<T>(call: Call | undefined, job: () => Promise<T>): Promise<T> {
    if (!call) return job()
    this.#waiting.set(call, (this.#waiting.get(call) ?? 0) + 1)
    try {
      return await job()
    } finally {
      const left = (this.#waiting.get(call) ?? 1) - 1
      if (left > 0) this.#waiting.set(call, left)
      else this.#waiting.delete(call)
    }
  }
}
