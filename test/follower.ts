import type { Visitor } from './node-pair.ts'
import { openSocket, type Heard, type Socket } from './socket.ts'

const comesBackAfterMs = 300
const knownWithinMs = 60_000

const keyOf = ({ type, position, ticket }: Heard) => `${type} ${position} ${ticket?.id}`

/** Somebody with the desk open in a browser: whenever the connection is lost, they come back and ask for what they have missed. */
export class Follower {
  /** Each message about a ticket, in the order it came. */
  readonly told: Heard[] = []
  /** How often it came back, and how often it was told to load everything anew. */
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
    const { position } = await Promise.race([socket.hearsType('authenticated', 20_000), gone])
    this.#position ??= position
    socket.send({ type: 'resume', since: this.#position })
    const resumes = socket.hears((one) => one.type === 'resumed' || one.type === 'resync', 20_000)
    resumes.catch(() => undefined)
    const { type } = await Promise.race([resumes, gone])
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

  /** A name for each message that was told. */
  keys = () => this.told.map(keyOf)

  /** What was told more than once. */
  doubles(): Heard[] {
    const seen = new Set<string>()
    return this.told.filter((one) => seen.has(keyOf(one)) || !seen.add(keyOf(one)))
  }

  /** How it stands, for whoever has to say what went wrong. */
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
    if (message.ticket) this.told.push(message)
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
