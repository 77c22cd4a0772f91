import type { FastifyBaseLogger } from 'fastify'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { isStaff } from '#features/users/policy.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { socketLimits, type Present, type PresenceState } from '../contract.ts'
import type { Listener, Listeners } from './listeners.ts'
import { createRowPresence } from './row-presence.ts'
import { createSeen } from './seen-presence.ts'
import { onSignal, publish, type Shown } from './signals.ts'

/** Repeats tell new nodes of it, and tell the others that this node is alive. */
const sayAgainEveryMs = 25_000
const shownAtOnce = 30

interface Parts {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  listeners: Listeners
}

/**
 * Tracks people at open tickets on all nodes. Staff alone are told, at the ticket and in the rows of lists:
 * clients never learn of viewers.
 */
export function createPresence({ db, bus, clock, log, listeners }: Parts) {
  const seen = createSeen(clock)
  const own = new Map<Listener, Map<string, PresenceState>>()
  const serialize = createKeyedMutex()

  async function peopleAt(ticketIds: readonly string[]): Promise<Map<string, Present[]>> {
    const states = new Map(ticketIds.map((id) => [id, seen.statesAt(id)]))
    const known = await listPeople(
      db,
      [...states.values()].flatMap((at) => [...at.keys()]),
    )
    known.sort((one, other) => one.firstName.localeCompare(other.firstName) || (one.id < other.id ? -1 : 1))
    const presentIn = (at: ReadonlyMap<string, PresenceState>): Present[] =>
      known.flatMap((person) => {
        const state = at.get(person.id)
        return state ? [{ ...person, state }] : []
      })
    return new Map([...states].map(([id, at]) => [id, presentIn(at)]))
  }

  const rows = createRowPresence({
    db,
    log,
    listeners,
    idsAt: (ticketId) => [...seen.statesAt(ticketId).keys()],
    peopleAt,
  })

  async function publishNow(ticketId: string): Promise<void> {
    const watching = [...own].filter(([, tickets]) => tickets.has(ticketId)).map(([listener]) => listener)
    if (watching.length === 0) return
    const viewers = await listeners.viewersOf(watching)
    const told = watching.filter(({ sid }) => {
      const viewer = viewers.get(sid)
      return viewer !== undefined && isStaff(viewer)
    })
    if (told.length === 0) return
    const people = (await peopleAt([ticketId])).get(ticketId) ?? []
    for (const listener of told)
      listener.send({
        type: 'ticket:presence',
        ticketId,
        people: people.filter(({ id }) => id !== listener.userId),
      })
  }

  const publishStates = (ticketId: string) =>
    void serialize(ticketId, () => publishNow(ticketId)).catch((error: unknown) =>
      log.warn({ err: error }, 'staff could not be told who is there'),
    )

  function change(ticketId: string): void {
    publishStates(ticketId)
    rows.change(ticketId)
  }

  onSignal(bus, ['presence'], ({ shown }) => {
    for (const one of shown) if (seen.note(one)) change(one.ticketId)
  })

  const shownBy = (listener: Listener, ticketId: string, state: Shown['state']): Shown => ({
    listenerId: listener.id,
    ticketId,
    userId: listener.userId,
    state,
  })

  function leave(listener: Listener, ticketId: string): void {
    const tickets = own.get(listener)
    if (!tickets?.delete(ticketId)) return
    if (tickets.size === 0) own.delete(listener)
    publish(bus, { type: 'presence', shown: [shownBy(listener, ticketId, 'gone')] })
  }

  async function maySee(listener: Listener, ticketId: string): Promise<boolean> {
    const viewer = (await listeners.viewersOf([listener])).get(listener.sid)
    if (!viewer) return false
    try {
      await requireVisible(db, viewer, ticketId)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  function sayAgain(): void {
    const all = [...own].flatMap(([listener, tickets]) =>
      [...tickets].map(([ticketId, state]) => shownBy(listener, ticketId, state)),
    )
    for (let from = 0; from < all.length; from += shownAtOnce)
      publish(bus, { type: 'presence', shown: all.slice(from, from + shownAtOnce) })
  }

  const timer = setInterval(() => {
    sayAgain()
    seen.forget().forEach(change)
  }, sayAgainEveryMs)
  timer.unref()

  return {
    /** Notes a person's state in a ticket; ignored if they may not see it. */
    async show(listener: Listener, ticketId: string, state: PresenceState): Promise<void> {
      const isAllowed = await maySee(listener, ticketId)
      if (!isAllowed || !listeners.has(listener)) return leave(listener, ticketId)
      const tickets = own.get(listener) ?? new Map<string, PresenceState>()
      const isNew = !tickets.has(ticketId)
      if (isNew && tickets.size >= socketLimits.topicsPerSocket) return
      own.set(listener, tickets.set(ticketId, state))
      publish(bus, { type: 'presence', shown: [shownBy(listener, ticketId, state)] })
      // Another tab may have changed nothing for others; this socket still needs the list.
      if (isNew) publishStates(ticketId)
    },
    watch: rows.watch,
    leave,
    leaveAll(listener: Listener): void {
      rows.leave(listener)
      for (const ticketId of own.get(listener)?.keys() ?? []) leave(listener, ticketId)
    },
    close(): void {
      clearInterval(timer)
      rows.close()
    },
  }
}
