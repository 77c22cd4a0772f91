import { listLiveSessions, type StandingSession } from '#features/auth/server/queries.ts'
import type { Head } from '#features/event-log/server/queries.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LiveMessage, LiveDelivery } from '#platform/server/log/live-rule.ts'

/** An open socket that has joined. */
export interface Listener {
  /** Id of this socket alone, on all nodes. */
  id: string
  sid: string
  userId: string
  /** Its subscriptions. */
  topics: ReadonlySet<string>
  send(message: LiveMessage): void
  /** Ends a socket whose session is over. */
  end(): void
  /** Where this node stood in the log when the socket joined: everything after that is told to it as it happens. */
  joinedAt: Head
  /** Messages that wait here while missed ones are replayed. */
  waiting: Addressed[] | undefined
  /** Position that it had been told elsewhere, or before its connection was lost, when that is more than this node has told. */
  ahead: Ahead | undefined
}

/** A message as a socket is sent it, and the event it is about. */
export interface Addressed {
  /** Position of the event. */
  position: number
  /** The same in the numbering of the viewer; 0: outside of it. */
  numbered: number
  message: LiveMessage
}

interface Ahead {
  /** In the numbering of its viewer then: for clients only public events count. */
  upTo: number
  isPublic: boolean
  /** Its subscriptions then. */
  topics: ReadonlySet<string>
}

export type NewListener = Pick<Listener, 'id' | 'sid' | 'userId' | 'send' | 'end'>

export const isNewTo = (topics: ReadonlySet<string>, { topic }: LiveDelivery): boolean =>
  topic !== undefined && !topics.has(topic)

/** Whether this socket is to hear it, given that its viewer may. */
export const isFor =
  ({ topics }: Listener) =>
  ({ topic }: LiveDelivery): boolean =>
    topic === undefined || topics.has(topic)

/** Rows that the database gives within a few milliseconds. */
const sessionsAtOnce = 500

/** The parts of a list whose sessions are read at once. */
export function* slicesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += sessionsAtOnce) yield all.slice(from, from + sessionsAtOnce)
}

/** The sockets of this node, with their subscriptions. */
export function createListeners(db: Database, clock: Clock) {
  /** Each with what it has subscribed to. */
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

    /** The viewers behind these sockets as the database knows them now, by session; sockets whose session is over are closed. */
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
