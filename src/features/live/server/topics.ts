import type { FastifyBaseLogger } from 'fastify'
import type { StandingSession } from '#features/auth/server/queries.ts'
import { findChatters } from '#features/chat/server/queries.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { socketLimits } from '../contract.ts'
import type { Listener, Listeners } from './listeners.ts'
import { onSignal, publish, type Signal } from './signals.ts'

type Typing = Extract<Signal, { type: 'user:typing' | 'user:stop_typing' }>

interface Parts {
  db: Database
  bus: Bus
  log: FastifyBaseLogger
  listeners: Listeners
}

/** Tracks followers and typing in ticket chats. Rights are checked each time. */
export function createTopics({ db, bus, log, listeners }: Parts) {
  const serialize = createKeyedMutex()

  function drop(listener: Listener, ticketId: string): void {
    listeners.unfollow(listener, ticketId)
    listener.send({ type: 'ticket:unsubscribed', ticketId })
  }

  /** Ends subscriptions of people who have lost access to these tickets. */
  async function review(
    ticketIds: readonly string[],
    viewers: ReadonlyMap<string, StandingSession>,
  ): Promise<void> {
    const followed = [...new Set(ticketIds)].filter((id) =>
      listeners.followersOf(id).some(({ sid }) => viewers.has(sid)),
    )
    if (followed.length === 0) return
    const mayChat = await findChatters(db, followed)
    for (const ticketId of followed)
      for (const listener of listeners.followersOf(ticketId)) {
        const viewer = viewers.get(listener.sid)
        if (viewer && !mayChat(viewer, ticketId)) drop(listener, ticketId)
      }
  }

  async function mayFollow(listener: Listener, ticketId: string): Promise<boolean> {
    const viewers = await listeners.viewersOf([listener])
    const viewer = viewers.get(listener.sid)
    return viewer !== undefined && (await findChatters(db, [ticketId]))(viewer, ticketId)
  }

  /** Tells the followers except the person themselves, on any device. */
  async function publishTyping({ type, ticketId, userId }: Typing): Promise<void> {
    const others = listeners.followersOf(ticketId).filter((one) => one.userId !== userId)
    if (others.length === 0) return
    await review([ticketId], await listeners.viewersOf(others))
    for (const listener of others)
      if (listener.topics.has(ticketId)) listener.send({ type, ticketId, userId })
  }

  onSignal(bus, ['user:typing', 'user:stop_typing'], (typing) => {
    serialize(typing.ticketId, () => publishTyping(typing)).catch((error: unknown) =>
      log.warn({ err: error }, 'others could not be told who types'),
    )
  })

  return {
    review,

    /** @returns true when the socket follows the ticket now */
    async subscribe(listener: Listener, ticketId: string): Promise<boolean> {
      if (listener.topics.size >= socketLimits.topicsPerSocket) return false
      // Subscribe before the check, so that a revocation during it counts; nothing is sent without the right.
      listeners.follow(listener, ticketId)
      const isAllowed = await mayFollow(listener, ticketId)
      if (!isAllowed || !listeners.has(listener)) listeners.unfollow(listener, ticketId)
      return isAllowed
    },
    unsubscribe: (listener: Listener, ticketId: string) => listeners.unfollow(listener, ticketId),

    /** @returns true when the person follows the ticket and may chat in it */
    async type(listener: Listener, type: Typing['type'], ticketId: string): Promise<boolean> {
      if (!listener.topics.has(ticketId)) return false
      if (!(await mayFollow(listener, ticketId))) {
        listeners.unfollow(listener, ticketId)
        return false
      }
      publish(bus, { type, ticketId, userId: listener.userId })
      return true
    },
  }
}

export type Topics = ReturnType<typeof createTopics>
