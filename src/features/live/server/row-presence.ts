import type { FastifyBaseLogger } from 'fastify'
import { canSee } from '#features/tickets/policy.ts'
import { listWholeTickets } from '#features/tickets/server/queries.ts'
import { isStaff } from '#features/users/policy.ts'
import { listClientsAmong } from '#features/users/server/queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { socketLimits, type Present } from '../contract.ts'
import { slicesOf, type Listener, type Listeners } from './listeners.ts'

interface Parts {
  db: Database
  log: FastifyBaseLogger
  listeners: Listeners
  /** Ids of the people at a ticket, on any node. */
  idsAt(ticketId: string): string[]
  peopleAt(ticketIds: readonly string[]): Promise<Map<string, Present[]>>
}

/**
 * Tells staff which colleagues are at the tickets on their screens. All changes of a second go out together,
 * with the rights of that moment, so a socket gets one message a second at most.
 */
export function createRowPresence({ db, log, listeners, idsAt, peopleAt }: Parts) {
  const watched = new Map<Listener, ReadonlySet<string>>()
  const watchers = new Map<string, Set<Listener>>()
  let due = new Map<Listener, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let toldAt = -Infinity

  function owe(listener: Listener, ticketId: string): void {
    const tickets = due.get(listener)
    if (tickets) tickets.add(ticketId)
    else due.set(listener, new Set([ticketId]))
    const waitMs = Math.max(0, toldAt + socketLimits.rowPresenceEveryMs - performance.now())
    timer ??= setTimeout(tell, waitMs).unref()
  }

  function tell(): void {
    const round = due
    due = new Map()
    const done = () => {
      toldAt = performance.now()
      timer = undefined
      for (const [listener, ticketIds] of due) for (const ticketId of ticketIds) owe(listener, ticketId)
    }
    tellAll(round)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'staff could not be told who is at the tickets of a list')
        for (const [listener, ticketIds] of round)
          for (const ticketId of ticketIds) if (watched.get(listener)?.has(ticketId)) owe(listener, ticketId)
      })
      .finally(done)
  }

  async function tellAll(round: ReadonlyMap<Listener, ReadonlySet<string>>): Promise<void> {
    const ticketIds = [...new Set([...round.values()].flatMap((ids) => [...ids]))]
    const rows = new Map((await listWholeTickets(db, ticketIds)).map((row) => [row.id, row]))
    const people = await peopleAt([...rows.keys()])
    const clients = new Set(
      await listClientsAmong(
        db,
        [...people.values()].flat().map(({ id }) => id),
      ),
    )
    // Sockets that are owed the same tickets share a message.
    const messages = new Map<string, LiveMessage>()
    const messageOf = (ids: readonly string[]): LiveMessage => {
      const key = ids.join()
      const message = messages.get(key) ?? {
        type: 'tickets:presence',
        tickets: ids.map((ticketId) => ({
          ticketId,
          people: (people.get(ticketId) ?? [])
            .filter(({ id }) => !clients.has(id))
            .slice(0, socketLimits.peopleInRow),
        })),
      }
      messages.set(key, message)
      return message
    }
    for (const slice of slicesOf([...round.keys()])) {
      const viewers = await listeners.viewersOf(slice)
      for (const listener of slice) {
        const viewer = viewers.get(listener.sid)
        const seen = [...(round.get(listener) ?? [])].filter((id) => {
          const row = rows.get(id)
          return viewer && isStaff(viewer) && row && canSee(viewer, row) && watched.get(listener)?.has(id)
        })
        if (seen.length > 0) listener.send(messageOf(seen.sort()))
      }
    }
  }

  function unwatch(listener: Listener, ticketId: string): void {
    const others = watchers.get(ticketId)
    others?.delete(listener)
    if (others?.size === 0) watchers.delete(ticketId)
  }

  return {
    /** Replaces the tickets on the screen of a socket, and tells it who is at those that are new there. */
    watch(listener: Listener, ticketIds: readonly string[]): void {
      if (!listeners.has(listener)) return
      const before = watched.get(listener) ?? new Set()
      const now = new Set(ticketIds)
      for (const id of before) if (!now.has(id)) unwatch(listener, id)
      watched.set(listener, now)
      for (const id of now) {
        if (before.has(id)) continue
        watchers.set(id, (watchers.get(id) ?? new Set()).add(listener))
        if (idsAt(id).length > 0) owe(listener, id)
      }
    },
    /** Notes that other people are at the ticket now, or do something else there. */
    change: (ticketId: string) => watchers.get(ticketId)?.forEach((listener) => owe(listener, ticketId)),
    leave(listener: Listener): void {
      watched.get(listener)?.forEach((ticketId) => unwatch(listener, ticketId))
      watched.delete(listener)
      due.delete(listener)
    },
    close: () => clearTimeout(timer),
  }
}
