import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { openSocket, type Socket } from '#test/socket.ts'
import type { ChatMessage, ChatPage } from '#features/chat/contract.ts'
import {
  reaches,
  withNewest,
  withOlder,
  withOne,
  withRead,
  type ChatLog,
  type Loaded,
} from '#features/chat/web/chat-log.ts'

// With a shared database, the two people are at two nodes.
const isShared = process.env.TEST_DATABASE === 'postgres'

/** Somebody with the chat open: what their browser has, by the rules it follows, over a connection that is cut again and again. */
class Talker {
  log: ChatLog | undefined
  reconnects = 0
  readonly person: Caller
  readonly #base: string
  readonly #chat: string
  readonly #ticketId: string
  readonly #marked = new Set<string>()
  #socket: Socket | undefined
  /** Everything up to here has been heard. */
  #position = 0
  #newest = 0
  #isCaughtUp = false
  #hasForgotten = false
  #marks: Promise<unknown>[] = []
  #isOver = false

  constructor(person: Caller, base: string, ticketId: string) {
    this.person = person
    this.#base = base
    this.#ticketId = ticketId
    this.#chat = `/api/tickets/${ticketId}/chat`
  }

  async stayConnected(): Promise<void> {
    while (!this.#isOver) {
      const socket = await openSocket(this.#base, { cookie: this.person.cookie, origin: this.#base })
      this.#socket = socket
      // It may have ended while the socket was being opened.
      if (this.#isOver) socket.raw.terminate()
      this.#isCaughtUp = false
      socket.raw.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as Message))
      socket.send({ type: 'user:join', userId: this.person.id })
      await socket.closed
      this.reconnects++
      await wait(30)
    }
  }

  async talk(messages: readonly string[]): Promise<void> {
    for (const message of messages) {
      const { status, body } = await this.person.post<{ message: ChatMessage }>(
        this.#chat,
        { message },
        { 'idempotency-key': message },
      )
      if (status !== 201) throw new Error(`saying "${message}" answered ${status}`)
      this.#place(body.message)
      await wait(Math.random() * 12)
    }
  }

  cut(): void {
    this.#socket?.raw.terminate()
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.cut()
    await Promise.all(this.#marks)
  }

  get texts(): string[] {
    return this.log?.messages.map(({ message }) => message) ?? []
  }
  get unread(): number {
    return this.log?.messages.filter(({ readAt }) => !readAt).length ?? -1
  }

  #hear(event: Message): void {
    const { position = 0, more = false } = event
    this.#newest = Math.max(this.#newest, more ? position - 1 : position)
    if (event.type === 'resumed' || event.type === 'resync') this.#isCaughtUp = true
    if (this.#isCaughtUp) this.#position = this.#newest
    if (event.type === 'authenticated') {
      this.#socket?.send({ type: 'ticket:subscribe', ticketId: this.#ticketId })
      this.#socket?.send({ type: 'resume', since: this.#position })
    }
    if (event.type === 'resync') {
      this.log = undefined
      this.#hasForgotten = true
    }
    if (event.type === 'resync' || event.type === 'ticket:subscribed') void this.#load()
    if (event.type === 'chat:message') this.#place(event.message)
    if (event.type === 'chat:read' && this.log) this.log = withRead(this.log, event.messageId, event.readAt)
  }

  /** Scrolls up to the first message, if what was known had to be forgotten: on a slow machine a browser may miss too much. */
  async scrollUp(): Promise<void> {
    while (this.#hasForgotten && this.log?.hasMore) {
      const asked = this.log
      const page = await this.#page(asked.messages.length, 100)
      this.log = this.log && withOlder(this.log, page, asked)
    }
    this.#markAll()
  }

  async #page(offset: number, limit: number): Promise<ChatPage> {
    return (await this.person.get<ChatPage>(`${this.#chat}?limit=${limit}&offset=${offset}`)).body
  }

  async #load(): Promise<void> {
    const before = this.log
    let loaded: Loaded = await this.#page(0, 20)
    while (!reaches(before, loaded)) {
      const next = await this.#page(loaded.messages.length, 100)
      loaded = { messages: [...loaded.messages, ...next.messages], hasMore: next.hasMore }
    }
    this.log = withNewest(this.log, loaded)
    this.#markAll()
  }

  #place(message: ChatMessage): void {
    if (this.log) this.log = withOne(this.log, message)
    this.#markAll()
  }

  #markAll(): void {
    for (const { id, senderId, readAt } of this.log?.messages ?? []) {
      if (senderId === this.person.id || readAt || this.#marked.has(id)) continue
      this.#marked.add(id)
      this.#marks.push(this.#mark(id))
    }
  }

  async #mark(id: string): Promise<void> {
    const { status, body } = await this.person.post<{ message: ChatMessage }>(`${this.#chat}/${id}/read`)
    if (status !== 200) throw new Error(`marking a message as read answered ${status}`)
    if (this.log) this.log = withRead(this.log, id, body.message.readAt ?? '')
  }
}

type Message = { position?: number; more?: boolean } & (
  | { type: 'authenticated' | 'ticket:subscribed' | 'resumed' | 'resync' }
  | { type: 'chat:message'; message: ChatMessage }
  | { type: 'chat:read'; messageId: string; readAt: string }
)

async function talkTo(desk: TestApp, other: TestApp, each: number): Promise<void> {
  const base = await desk.listen()
  const bases = [base, desk === other ? base : await other.listen()]
  const [ana, hedda] = [await desk.signedIn('client'), await other.signedIn('helpdesk')]
  const { id } = await aTicket(ana)
  const talkers = [new Talker(ana, bases[0]!, id), new Talker(hedda, bases[1]!, id)]
  const connected = talkers.map((talker) => talker.stayConnected())
  const said = ['Ana', 'Hedda'].map((who) => Array.from({ length: each }, (_, turn) => `${who} ${turn}`))
  const talking = new AbortController()
  try {
    await expect.poll(() => talkers.every(({ log }) => log), { timeout: 60_000 }).toBe(true)

    const cutting = talkers.map(async (talker) => {
      while (!talking.signal.aborted) {
        await wait(80 + Math.random() * 250)
        talker.cut()
      }
    })
    await Promise.all(talkers.map((talker, who) => talker.talk(said[who]!)))
    talking.abort()
    await Promise.all(cutting)

    const all = [2 * each, 0]
    await expect
      .poll(
        async () => {
          await Promise.all(talkers.map((talker) => talker.scrollUp()))
          return talkers.map(({ texts, unread }) => [texts.length, unread])
        },
        { timeout: 60_000 },
      )
      .toEqual([all, all])
  } finally {
    talking.abort()
    await Promise.all([...talkers.map((talker) => talker.end()), ...connected])
  }

  const { rows } = await desk.database.pool.query<{ message: string; is_read: boolean }>(
    'select message, read_at is not null as is_read from chat_messages where ticket_id = $1 order by created_at',
    [id],
  )
  expect(rows).toHaveLength(2 * each)
  expect(rows.every(({ is_read }) => is_read)).toBe(true)
  for (const { texts, reconnects } of talkers) {
    expect(texts).toEqual(rows.map(({ message }) => message))
    expect(reconnects).toBeGreaterThan(Math.floor(each / 50))
  }
  for (const own of said)
    expect(rows.map(({ message }) => message).filter((text) => own.includes(text))).toEqual(own)
}

/** Has two people talk over connections that break all the time, and expects one order, nothing lost or double, and every mark right. */
export async function expectOneChat(each: number): Promise<void> {
  const desk = await startApp()
  const other = isShared ? await startApp({ database: desk.database }) : desk
  try {
    await talkTo(desk, other, each)
  } finally {
    if (isShared) await other.close()
    await desk.close()
  }
}
