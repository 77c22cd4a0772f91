import { listLiveSessions, type StandingSession } from '#features/auth/server/queries.ts'
import type { Head } from '#features/event-log/server/queries.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LiveMessage, LiveDelivery } from '#platform/server/log/live-rule.ts'

export interface Listener {
  /** Unique on all nodes. */
  id: string
  sid: string
  userId: string
  topics: ReadonlySet<string>
  send(message: LiveMessage): void
  /** Closes a socket whose session is over. */
  end(): void
  /** Log head of this node when the socket joined; later events arrive live. */
  joinedAt: Head
  /** Messages held back during a replay. */
  waiting: Addressed[] | undefined
  /** Position received before reconnection, if beyond that of this node. */
  ahead: Ahead | undefined
}

export interface Addressed {
  position: number
  /** Position in the viewer's numbering; 0: outside of it. */
  numbered: number
  message: LiveMessage
}

interface Ahead {
  /** Position in the viewer's numbering at that time; clients count public events only. */
  upTo: number
  isPublic: boolean
  topics: ReadonlySet<string>
}

export type NewListener = Pick<Listener, 'id' | 'sid' | 'userId' | 'send' | 'end'>

export const isNewTo = (topics: ReadonlySet<string>, { topic }: LiveDelivery): boolean =>
  topic !== undefined && !topics.has(topic)

/** Checks subscriptions only; rights are checked elsewhere. */
export const isFor =
  ({ topics }: Listener) =>
  ({ topic }: LiveDelivery): boolean =>
    topic === undefined || topics.has(topic)

/** As many rows as the database returns within a few milliseconds. */
const sessionsAtOnce = 500

export function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += sessionsAtOnce) yield all.slice(from, from + sessionsAtOnce)
}

export function createListeners(db: Database, clock: Clock) {
  const all = new Map<Listener, Set<string>>()
  const followers = new Map<string, Set<Listener>>()

  function unfollow(listener: Listener, topic: string): void {
    all.get(listener)?.delete(topic)
    const others = followers.get(topic)
    others?.delete(listener)
    if (others?.size === 0) followers.delete(topic)
  }

  function remove(listener: Listener): void {
    listener.topics.forEach((topic) => unfollow(listener, topic))
    all.delete(listener)
  }

  return {
    add(some: NewListener, joinedAt: Head): Listener {
      const topics = new Set<string>()
      const listener: Listener = { ...some, topics, joinedAt, waiting: undefined, ahead: undefined }
      all.set(listener, topics)
      return listener
    },
    remove,
    has: (listener: Listener) => all.has(listener),
    list: (): Listener[] => [...all.keys()],
    follow(listener: Listener, topic: string): void {
      all.get(listener)?.add(topic)
      followers.set(topic, (followers.get(topic) ?? new Set()).add(listener))
    },
    unfollow,
    followersOf: (topic: string): Listener[] => [...(followers.get(topic) ?? [])],

    /** Reads the current viewers by session; closes sockets whose session is over. */
    async viewersOf(some: readonly Listener[]): Promise<Map<string, StandingSession>> {
      const bySid = new Map<string, StandingSession>()
      for (const sids of slicesOf([...new Set(some.map((one) => one.sid))]))
        for (const session of await listLiveSessions(db, sids, clock.now())) bySid.set(session.sid, session)
      for (const listener of some)
        if (!bySid.has(listener.sid)) {
          remove(listener)
          listener.end()
        }
      return bySid
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>
