import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Caller } from './harness.ts'
import { workFor } from './working-time.ts'

export interface Heard {
  type: string
  position?: number
  own?: boolean
  more?: boolean
  message?: string
  ticketId?: string
  userId?: string
  assignedUserId?: string
  messageId?: string
  attachmentId?: string
  readAt?: string
  people?: { id: string; state: string }[]
  tickets?: { ticketId: string; people: { id: string; state: string }[] }[]
  ticket?: { id: string; ticketNumber: string; status: string; version: number; updatedAt: string }
}

/** One open socket, with everything it has been told so far. */
export class Socket {
  readonly raw: WebSocket
  readonly heard: Heard[] = []
  readonly closed: Promise<number>
  #look: (() => void)[] = []

  constructor(raw: WebSocket) {
    this.raw = raw
    raw.on('message', (data: Buffer) => {
      this.heard.push(JSON.parse(data.toString('utf8')) as Heard)
      this.#look.splice(0).forEach((look) => look())
    })
    // A failure ends in a close, too, and opening tells of it by itself.
    raw.on('error', () => undefined)
    this.closed = new Promise((resolve) => raw.once('close', resolve))
  }

  send(message: unknown): void {
    this.raw.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The first message that fits, already heard or still to come. */
  async hears(fits: (message: Heard) => boolean, withinMs = 60_000): Promise<Heard> {
    const end = Date.now() + withinMs
    for (;;) {
      const found = this.heard.find(fits)
      if (found) return found
      const left = end - Date.now()
      if (left <= 0) throw new Error(`not heard within ${withinMs} ms; heard: ${JSON.stringify(this.heard)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#look.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
  hearsType = (type: string, withinMs?: number) => this.hears((message) => message.type === type, withinMs)

  /**
   * Everything of these types up to now. Answers come in order, so what was said before a ping was sent has arrived
   * when its pong does.
   */
  async said(...types: string[]): Promise<Heard[]> {
    const pongs = () => this.heard.filter((message) => message.type === 'pong').length
    const before = pongs()
    this.send({ type: 'ping' })
    await this.hears(() => pongs() > before)
    return this.heard.filter((message) => types.includes(message.type))
  }

  async close(): Promise<void> {
    this.raw.close()
    await this.closed
  }
}

const socketAddress = (base: string, path: string) => `${base.replace(/^http/, 'ws')}${path}`

/** Opens a socket with the headers of a browser, or other ones. @param autoPong false: as one whose other side is gone without a word */
export async function openSocket(
  base: string,
  headers: Record<string, string>,
  path = '/ws',
  autoPong = true,
): Promise<Socket> {
  const raw = new WebSocket(socketAddress(base, path), { headers, autoPong })
  const socket = new Socket(raw)
  await once(raw, 'open')
  return socket
}

/** The status of a refused upgrade. */
export async function refusedUpgrade(
  base: string,
  headers: Record<string, string>,
  path = '/ws',
): Promise<number> {
  const raw = new WebSocket(socketAddress(base, path), { headers })
  const status = await new Promise<number>((resolve) => {
    raw.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    raw.once('open', () => resolve(101))
  })
  raw.on('error', () => undefined)
  raw.terminate()
  return status
}

/** Opens a socket as this person and joins, and no more. @param autoPong see `openSocket` */
export async function authenticated(
  base: string,
  person: Pick<Caller, 'id' | 'cookie'>,
  autoPong = true,
): Promise<Socket> {
  const socket = await openSocket(base, { cookie: person.cookie, origin: base }, '/ws', autoPong)
  socket.send({ type: 'user:join', userId: person.id })
  await socket.hearsType('authenticated')
  return socket
}

/** Position in the log of a page that this person loads now. */
export const positionOf = async (person: Caller): Promise<number> =>
  Number((await person.get('/api/auth/user')).headers['log-position'])

/**
 * Opens a socket as a page of this person does that is loaded now: it is told what happens from here on, and not what is in the log by
 * now, however late the node reads it there. @param autoPong see `openSocket`
 */
export async function joined(base: string, person: Caller, autoPong = true): Promise<Socket> {
  const since = await positionOf(person)
  const socket = await authenticated(base, person, autoPong)
  socket.send({ type: 'resume', since })
  await socket.hears(({ type }) => type === 'resumed' || type === 'resync')
  return socket
}

/** Waits for it; undefined after a second in which this process could work. */
export const withinASecond = <T>(what: Promise<T>): Promise<T | undefined> =>
  Promise.race([what, workFor(1000).then(() => undefined)])

/** The code a socket is closed with within a second. */
export const closedWithinASecond = async ({ closed }: Socket): Promise<number | 'still open'> =>
  (await withinASecond(closed)) ?? 'still open'
