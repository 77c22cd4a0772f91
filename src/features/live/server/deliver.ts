import { setImmediate as nextTick } from 'node:timers/promises'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LiveMessage, LiveRule, LiveDelivery } from '#platform/server/log/live-rule.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { isFor, isNewTo, slicesOf, type Addressed, type Listener, type Listeners } from './listeners.ts'
import type { Topics } from './topics.ts'

/** Longest stretch of delivery before it yields to the event loop. */
const stretchMs = 5

interface Parts {
  db: Database
  listeners: Listeners
  topics: Pick<Topics, 'review'>
  rules: readonly LiveRule<Viewer>[]
}

/** 0: outside of the numbering of clients. */
const positionFor = (viewer: Pick<Viewer, 'role'>, entry: LogEntry) =>
  isClient(viewer) ? (entry.publicPosition ?? 0) : entry.position

interface Delivered {
  upTo: number
  /** All that the socket followed in a round. */
  topics: ReadonlySet<string>
}

const noTopics: ReadonlySet<string> = new Set()

export interface Heard {
  entry: LogEntry
  delivery: LiveDelivery
}

/** Checks whether a reconnected socket received this before, here or on another node. */
const wasDelivered = (
  { ahead }: Listener,
  viewer: Pick<Viewer, 'role'>,
  position: number,
  delivery: LiveDelivery,
): boolean =>
  ahead !== undefined &&
  ahead.isPublic === isClient(viewer) &&
  position !== 0 &&
  position <= ahead.upTo &&
  !isNewTo(ahead.topics, delivery)

/**
 * Adds position, `own` and `more` to messages, shared by viewers with equal values. `more` marks all but the
 * last message of an event: a browser that disconnects between them asks for the event again.
 */
function createAddresser() {
  const addressed = new Map<LiveMessage, Map<string, LiveMessage>>()
  function formOf(message: LiveMessage, position: number, own: boolean, more: boolean): LiveMessage {
    const forms = addressed.get(message) ?? new Map<string, LiveMessage>()
    addressed.set(message, forms)
    const key = `${position} ${own} ${more}`
    const form = forms.get(key) ?? { ...message, position, own, ...(more && { more }) }
    forms.set(key, form)
    return form
  }
  return (viewer: Viewer, heard: readonly Heard[]): Addressed[] =>
    heard.map(({ entry, delivery: { message } }, at) => {
      const numbered = positionFor(viewer, entry)
      const own = entry.actorId === viewer.id
      const more = heard[at + 1]?.entry === entry
      return { position: entry.position, numbered, message: formOf(message, numbered, own, more) }
    })
}

/** Delivers events to sockets, with the rights that each viewer has at that moment. */
export function createDelivery({ db, listeners, topics, rules }: Parts) {
  /** Progress of the current batch: a retry after a failure delivers to the remaining sockets only. */
  const delivered = new Map<Listener, Delivered>()

  /** Prepares the rules for these events. Viewers with equal rights share message objects. */
  async function speak(entries: readonly LogEntry[]) {
    const preparedRules = await Promise.all(rules.map((rule) => rule.prepare(db, entries)))
    const heardBy = (viewer: Viewer): Heard[] =>
      entries.flatMap((entry) =>
        preparedRules.flatMap((deliveriesFor) =>
          deliveriesFor(viewer, entry).map((delivery) => ({ entry, delivery })),
        ),
      )
    return { heardBy, address: createAddresser() }
  }

  /** Reads viewers after the events and shortly before delivery, so that a revocation by then counts. */
  async function* withViewers(some: readonly Listener[]) {
    const slices = [...slicesOf(some)]
    const read = (slice: Listener[] | undefined) => {
      const viewers = listeners.viewersOf(slice ?? [])
      // Avoids an unhandled rejection when delivery fails before this is awaited.
      viewers.catch(() => undefined)
      return viewers
    }
    let next = read(slices[0])
    for (const [at, slice] of slices.entries()) {
      const viewers = await next
      next = read(slices[at + 1])
      yield { slice, viewers }
    }
  }

  /** Delivers what these sockets lack: newer events, and older ones of newer subscriptions. */
  async function sendEntries(
    entries: readonly LogEntry[],
    some: readonly Listener[],
    upTo: number,
  ): Promise<void> {
    const ticketIds = entries.map(({ ticketId }) => ticketId).filter((id) => id !== null)
    const { heardBy, address } = await speak(entries)
    let breakAt = performance.now() + stretchMs
    for await (const { slice, viewers } of withViewers(some)) {
      await topics.review(ticketIds, viewers)
      const heardIn = new Map<string, Heard[]>()
      for (const listener of slice) {
        const viewer = viewers.get(listener.sid)
        if (viewer) {
          // The tabs of one session hear the same.
          const heard = heardIn.get(viewer.sid) ?? heardBy(viewer)
          heardIn.set(viewer.sid, heard)
          sendEntry(listener, viewer, heard, address)
        }
        noteDelivered(listener, upTo)
        if (performance.now() < breakAt) continue
        await nextTick()
        breakAt = performance.now() + stretchMs
      }
    }
  }

  /** Keeps the topics of earlier rounds of a batch, so that subscribing again makes no other round. */
  function noteDelivered(listener: Listener, upTo: number): void {
    const before = delivered.get(listener)
    const former = before && before.upTo >= upTo ? before.topics : noTopics
    const topics =
      former.size + listener.topics.size === 0 ? noTopics : new Set([...former, ...listener.topics])
    delivered.set(listener, { upTo, topics })
  }

  function sendEntry(
    listener: Listener,
    viewer: Viewer,
    heard: readonly Heard[],
    address: ReturnType<typeof createAddresser>,
  ): void {
    const before = delivered.get(listener)
    const isDueTo = isFor(listener)
    const due = heard.filter(({ entry, delivery }) => {
      const isDelivered = before && entry.position <= before.upTo && !isNewTo(before.topics, delivery)
      return (
        !isDelivered &&
        isDueTo(delivery) &&
        !wasDelivered(listener, viewer, positionFor(viewer, entry), delivery)
      )
    })
    for (const one of address(viewer, due)) say(listener, one)
  }

  function say(listener: Listener, one: Addressed): void {
    if (listener.waiting) listener.waiting.push(one)
    else listener.send(one.message)
  }

  /** @param done called before another socket can join */
  async function deliver(entries: readonly LogEntry[], done: () => void): Promise<void> {
    const upTo = entries.at(-1)?.position ?? 0
    const ticketIds = new Set(entries.map(({ ticketId }) => ticketId))
    const untold = () =>
      listeners.list().filter((listener) => {
        const before = delivered.get(listener)
        const isMissed = (topic: string) => ticketIds.has(topic) && !before?.topics.has(topic)
        return !before || before.upTo < upTo || [...listener.topics].some(isMissed)
      })
    // Sockets that join during delivery, or subscribe to a ticket of the batch, start before it, so they need it too.
    for (let next = untold(); next.length > 0; next = untold()) await sendEntries(entries, next, upTo)
    delivered.clear()
    done()
  }

  return { speak, say, deliver }
}
