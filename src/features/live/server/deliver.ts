import { setImmediate as nextTick } from 'node:timers/promises'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LiveMessage, LiveRule, LiveDelivery } from '#platform/server/log/live-rule.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { isFor, isNewTo, slicesOf, type Addressed, type Listener, type Listeners } from './listeners.ts'
import type { Topics } from './topics.ts'

/** So long sockets are told without a break; then whatever else the process has to do gets its turn. */
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

/** Messages of the current batch that a socket has been told. */
interface Told {
  upTo: number
  /** Its subscriptions at that moment. */
  topics: ReadonlySet<string>
}

/** The part of an event that a viewer may hear. */
export interface Heard {
  entry: LogEntry
  delivery: LiveDelivery
}

/** Whether a socket that came back from another node, or after a loss of its connection, had been told this there. */
const wasTold = (
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
 * Adds position and `own`, to each message once for all viewers with whom these are the same, and `more` to those after which another
 * about the same event comes: a browser whose line ends between them has to ask for that event again.
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
  /** @param heard all that one socket is told, in its order */
  return (viewer: Viewer, heard: readonly Heard[]): Addressed[] =>
    heard.map(({ entry, delivery: { message } }, at) => {
      const numbered = positionFor(viewer, entry)
      const own = entry.actorId === viewer.id
      const more = heard[at + 1]?.entry === entry
      return { position: entry.position, numbered, message: formOf(message, numbered, own, more) }
    })
}

/** Tells sockets of events: each viewer the messages that the rules allow them at that moment. */
export function createDelivery({ db, listeners, topics, rules }: Parts) {
  /** Kept until a batch has been told to everybody: when the database goes away before, only the others are told at the next try. */
  const told = new Map<Listener, Told>()

  /** Makes the functions that find what a viewer may hear of these events, and the messages for it: the same objects for all who are told the same. */
  async function speak(entries: readonly LogEntry[]) {
    const tellers = await Promise.all(rules.map((rule) => rule.prepare(db, entries)))
    const heardBy = (viewer: Viewer): Heard[] =>
      entries.flatMap((entry) =>
        tellers.flatMap((deliveriesFor) =>
          deliveriesFor(viewer, entry).map((delivery) => ({ entry, delivery })),
        ),
      )
    return { heardBy, address: createAddresser() }
  }

  /**
   * The sockets in slices, with the viewers behind them: read after what is told was read, and shortly before it is told, so that whoever has
   * lost a right meanwhile hears nothing by it. Those of the next slice are read while this one is told.
   */
  async function* withViewers(some: readonly Listener[]) {
    const slices = [...slicesOf(some)]
    const read = (slice: Listener[] | undefined) => {
      const viewers = listeners.viewersOf(slice ?? [])
      // Nobody waits for it once telling has failed.
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

  /** Tells these sockets what they have not been told yet: newer events, and older ones that concern newer subscriptions. */
  async function tell(entries: readonly LogEntry[], some: readonly Listener[], upTo: number): Promise<void> {
    const ticketIds = entries.map(({ ticketId }) => ticketId).filter((id) => id !== null)
    const { heardBy, address } = await speak(entries)
    const toldWithoutTopics: Told = { upTo, topics: new Set() }
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
          tellOne(listener, viewer, heard, address)
        }
        told.set(
          listener,
          listener.topics.size === 0 ? toldWithoutTopics : { upTo, topics: new Set(listener.topics) },
        )
        if (performance.now() < breakAt) continue
        await nextTick()
        breakAt = performance.now() + stretchMs
      }
    }
  }

  function tellOne(
    listener: Listener,
    viewer: Viewer,
    heard: readonly Heard[],
    address: ReturnType<typeof createAddresser>,
  ): void {
    const before = told.get(listener)
    const isDueTo = isFor(listener)
    const due = heard.filter(({ entry, delivery }) => {
      const isTold = before && entry.position <= before.upTo && !isNewTo(before.topics, delivery)
      return !isTold && isDueTo(delivery) && !wasTold(listener, viewer, positionFor(viewer, entry), delivery)
    })
    for (const one of address(viewer, due)) say(listener, one)
  }

  /** Sends now, or after the replay of missed events. */
  function say(listener: Listener, one: Addressed): void {
    if (listener.waiting) listener.waiting.push(one)
    else listener.send(one.message)
  }

  /**
   * Tells every socket of these events, with the rights its viewer has now.
   * @param done called before anybody else can join
   */
  async function deliver(entries: readonly LogEntry[], done: () => void): Promise<void> {
    const upTo = entries.at(-1)?.position ?? 0
    const untold = () =>
      listeners.list().filter((listener) => {
        const before = told.get(listener)
        return (
          !before || before.upTo < upTo || [...listener.topics].some((topic) => !before.topics.has(topic))
        )
      })
    // A socket that joins or subscribes at this moment has the position before this batch, so it is told the batch, too.
    for (let next = untold(); next.length > 0; next = untold()) await tell(entries, next, upTo)
    told.clear()
    done()
  }

  return { speak, say, deliver }
}
