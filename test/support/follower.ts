import type { Visitor } from '#test/processes/node-pair.ts'
import { openSocket, type Heard, type Socket } from './socket.ts'

const comesBackAfterMs = 300
const knownWithinMs = 60_000

/** A name for a message, the same for all who are told it. */
export const nameOf = ({ type, position, ticket }: Heard) => `${type} ${position} ${ticket?.id}`
const thingOf = ({ type, ticket }: Heard) => `${type} ${ticket?.id}`

/** Messages told at a return. */
interface Replay {
  since: number
  upTo: number
  /** The position of the newest message of each thing. */
  newest: Map<string, number>
}

/** Somebody with the desk open in a browser: whenever the connection is lost, they come back and ask for what they have missed. */
export class Follower {
  /** Each message about a ticket, in the order it came. */
  readonly told: Heard[] = []
  /** Counts its returns, and the times it was told to load everything anew. */
  resumed = 0
  resyncs = 0
  readonly #node: string
  readonly #who: Visitor
  #socket: Socket | undefined
  #position: number | undefined
  // As in the browser: what arrives before the gap is filled does not move the mark.
  #newest = 0
  #isCaughtUp = false
  #isEnded = false
  readonly #replays: Replay[] = []
  #replayed = new Map<string, number>()

  constructor(node: string, who: Visitor) {
    this.#node = node
    this.#who = who
  }

  /** Resolves when it is connected and knows of everything up to now. */
  async connect(): Promise<void> {
    const socket = await openSocket(this.#node, { cookie: this.#who.cookie, origin: this.#node })
    this.#socket = socket
    this.#isCaughtUp = false
    let isHere = false
    socket.raw.on('message', (data: Buffer) => {
      this.#hear(JSON.parse(data.toString('utf8')) as Heard)
      // It keeps what it has to; hundreds of sockets that keep everything else are too much.
      if (isHere) socket.heard.length = 0
    })
    const gone = socket.closed.then(() => {
      throw new Error('the connection was lost while it was made')
    })
    gone.catch(() => undefined)
    socket.send({ type: 'user:join', userId: this.#who.id })
    const { position } = await Promise.race([socket.hearsType('authenticated'), gone])
    this.#position ??= position
    const since = this.#position ?? 0
    this.#replayed = new Map()
    socket.send({ type: 'resume', since: this.#position })
    const resumes = socket.hears((one) => one.type === 'resumed' || one.type === 'resync')
    resumes.catch(() => undefined)
    const { type, position: upTo = 0 } = await Promise.race([resumes, gone])
    this.#replays.push({ since, upTo, newest: this.#replayed })
    isHere = true
    void socket.closed.then(() => this.#comeBack())
    this.resumed++
    if (type === 'resync') this.resyncs++
  }

  /** Loses the connection without a farewell. */
  cut(): void {
    this.#socket?.raw.terminate()
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await this.#socket?.close()
  }

  /**
   * Lists what it should have been told, and was not: at its return it is told of each thing only the newest.
   * @param all by their names
   */
  missed(all: ReadonlyMap<string, Heard>): string[] {
    const own = new Set(this.told.map(nameOf))
    return [...all].flatMap(([name, message]) => (own.has(name) || this.#isReplaced(message) ? [] : name))
  }

  #isReplaced(message: Heard): boolean {
    const { position = 0 } = message
    return this.#replays.some(
      ({ since, upTo, newest }) =>
        since < position && position <= upTo && (newest.get(thingOf(message)) ?? 0) > position,
    )
  }

  /** Lists messages that were told more than once. */
  doubles(): Heard[] {
    const seen = new Set<string>()
    return this.told.filter((one) => seen.has(nameOf(one)) || !seen.add(nameOf(one)))
  }

  /** Describes it for a report of a failure. */
  state = () => ({
    position: this.#position,
    isOpen: this.#socket?.raw.readyState === this.#socket?.raw.OPEN,
    resumed: this.resumed,
    resyncs: this.resyncs,
    told: this.told.length,
  })

  knows = (ticketId: string) => this.told.some(({ ticket }) => ticket?.id === ticketId)

  #hear(message: Heard): void {
    if (message.type === 'authenticated') return
    if (message.type === 'resumed' || message.type === 'resync') this.#isCaughtUp = true
    this.#newest = Math.max(this.#newest, message.position ?? 0)
    if (this.#isCaughtUp) this.#position = this.#newest
    if (!message.ticket) return
    this.told.push(message)
    if (!this.#isCaughtUp) this.#replayed.set(thingOf(message), message.position ?? 0)
  }

  async #comeBack(): Promise<void> {
    while (!this.#isEnded) {
      await new Promise((resolve) => setTimeout(resolve, comesBackAfterMs))
      try {
        return await this.connect()
      } catch {
        // Not yet; the next round tries again.
        this.#socket?.raw.terminate()
      }
    }
  }
}

/** Resolves when each of them has heard of all these tickets. @throws with what is missing, after a minute */
export async function untilAllKnow(followers: readonly Follower[], ids: readonly string[]): Promise<void> {
  const end = Date.now() + knownWithinMs
  const missing = () =>
    followers
      .map((one) => ({ missed: ids.filter((id) => !one.knows(id)).length, ...one.state() }))
      .filter(({ missed }) => missed > 0)
  while (missing().length > 0) {
    if (Date.now() > end) throw new Error(`some have not heard of all: ${JSON.stringify(missing())}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
