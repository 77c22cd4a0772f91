import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { ticketInput } from '#test/factories.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome } from '#test/processes/server-home.ts'

const writers = 16
const administrator = { email: 'root@example.com', password: 'very secret' }

/** A server that is started again and again on the same data, and people who write to it all the while. */
class MortalDesk {
  readonly acknowledged = { tickets: new Map<string, string>(), comments: new Map<string, string>() }
  /** Counts the writes that had no answer and were sent again. */
  retried = 0
  readonly #env: Record<string, string>
  readonly #working = new AbortController()
  #server: ServerProcess | undefined
  #url = ''
  #cookie = ''
  #backAgain = Promise.resolve()
  #isOver = false

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  get answered(): number {
    return this.acknowledged.tickets.size + this.acknowledged.comments.size
  }

  async start(): Promise<void> {
    this.#server = new ServerProcess(this.#env)
    this.#url = await this.#server.url()
  }

  async signIn(): Promise<void> {
    const { headers } = await this.send('POST', '/api/auth/login', administrator)
    this.#cookie = headers.getSetCookie()[0]!.split(';')[0]!
  }

  send(method: string, to: string, body?: unknown, key?: string): Promise<Response> {
    return fetch(`${this.#url}${to}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
  }

  async read<T>(from: string): Promise<T> {
    return (await (await this.send('GET', from)).json()) as T
  }

  /** Kills the server and starts it again; who writes waits for that before trying again. */
  async killAndStart(): Promise<void> {
    let isBack = () => {}
    this.#backAgain = new Promise((resolve) => (isBack = resolve))
    const ended = await this.#server?.end('SIGKILL')
    if (ended?.signal !== 'SIGKILL') throw new Error(`the server ended by itself: ${ended?.output}`)
    await this.start()
    isBack()
  }

  /** Sends a write until it is answered, as the browser does: with the same key, so that it is done once. */
  async #untilAnswered(to: string, body: unknown): Promise<{ id: string }> {
    const key = randomUUID()
    for (;;) {
      try {
        const answer = await this.send('POST', to, body, key)
        const told = (await answer.json()) as { id: string }
        if (answer.status === 503) throw new Error('come again')
        if (answer.status !== 201) throw new Error(`${to} answered ${answer.status}: ${JSON.stringify(told)}`)
        return told
      } catch (error) {
        if (this.#isOver || (error instanceof Error && error.message.includes('answered'))) throw error
        this.retried++
        await wait(20)
        await this.#backAgain
      }
    }
  }

  async #write(): Promise<void> {
    while (!this.#working.signal.aborted) {
      const subject = `crash ${randomUUID()}`
      const { id } = await this.#untilAnswered('/api/tickets', ticketInput({ subject }))
      this.acknowledged.tickets.set(id, subject)
      const content = randomUUID()
      const comment = await this.#untilAnswered(`/api/tickets/${id}/comments`, { content })
      this.acknowledged.comments.set(comment.id, content)
    }
  }

  /** @returns how to have them stop writing */
  startWriting(): () => Promise<unknown> {
    const writing = Promise.all(Array.from({ length: writers }, () => this.#write()))
    // Nobody asks any more if the test has failed before.
    writing.catch(() => undefined)
    return () => {
      this.#working.abort()
      return writing
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#working.abort()
    await this.#server?.end('SIGKILL')
  }
}

async function expectEverythingOnce(desk: MortalDesk): Promise<void> {
  const { tickets, comments } = desk.acknowledged
  const subjects: string[] = []
  for (let offset = 0; ; offset += 100) {
    const page = await desk.read<TicketPage>(`/api/tickets?limit=100&offset=${offset}`)
    subjects.push(...page.tickets.map(({ subject }) => subject))
    expect(page.total).toBe(tickets.size)
    if (page.tickets.length < 100) break
  }
  expect(subjects.sort()).toEqual([...tickets.values()].sort())
  const contents: string[] = []
  for (const [id, subject] of tickets) {
    const ticket = await desk.read<TicketDetail>(`/api/tickets/${id}`)
    expect(ticket.subject).toBe(subject)
    contents.push(...ticket.comments.map(({ content }) => content))
  }
  expect(contents.sort()).toEqual([...comments.values()].sort())
}

async function writeThrough(desk: MortalDesk, kills: number): Promise<void> {
  await desk.start()
  await desk.signIn()
  const stopWriting = desk.startWriting()
  for (let kill = 0; kill < kills; kill++) {
    // In the middle of the work, at another stage of a write each time.
    const before = desk.answered
    while (desk.answered < before + 1 + (kill % 7)) await wait(5)
    await wait((kill * 97) % 60)
    await desk.killAndStart()
  }
  await stopWriting()
  expect(desk.answered).toBeGreaterThan(kills)
  expect(desk.retried).toBeGreaterThanOrEqual(kills / 2)
  await expectEverythingOnce(desk)
}

/**
 * Has people write to a server that is killed so many times, and expects to find what was acknowledged, once. Says nothing of the disk,
 * because what a killed process has written stays with the system; durability.test.ts looks at that.
 */
export async function expectNothingLost(kills: number): Promise<void> {
  const { env, remove } = await makeServerHome()
  const desk = new MortalDesk({
    ...env,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  try {
    await writeThrough(desk, kills)
  } finally {
    await desk.end()
    await remove()
  }
}
