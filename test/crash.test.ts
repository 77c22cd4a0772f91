import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail, TicketPage } from '#features/tickets/contract.ts'
import { createPostgresDatabase } from './database.ts'
import { ticketInput } from './factories.ts'
import { ServerProcess } from './process.ts'

const kills = 20
const writers = 6

let directory = ''
let env: Record<string, string>
let drop: (() => Promise<void>) | undefined
let server: ServerProcess
let url = ''
let cookie = ''

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-crash-'))
  env = { DATA_DIR: directory, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'very secret' }
  if (process.env.TEST_DATABASE === 'postgres') {
    const database = await createPostgresDatabase()
    drop = database.drop
    env = { ...env, DATABASE_URL: database.url, APP_SECRET: 'x'.repeat(32) }
  }
  await start()
  const signedIn = await send('POST', '/api/auth/login', {
    email: env.ADMIN_EMAIL,
    password: env.ADMIN_PASSWORD,
  })
  cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
}, 180_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await drop?.()
  fs.rmSync(directory, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = new ServerProcess(env)
  url = await server.url()
}

const send = (method: string, to: string, body?: unknown, key?: string) =>
  fetch(`${url}${to}`, {
    method,
    headers: {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })

const acknowledged = { tickets: new Map<string, string>(), comments: new Map<string, string>() }
const answered = () => acknowledged.tickets.size + acknowledged.comments.size
const working = new AbortController()
/** How often a write had no answer and was sent again. */
let retried = 0
let backAgain = Promise.resolve()

/** Sends a write until it is answered, as the browser does: with the same key, so that it is done once. */
async function untilAnswered(to: string, body: unknown): Promise<{ id: string }> {
  const key = randomUUID()
  for (;;) {
    try {
      const answer = await send('POST', to, body, key)
      const told = (await answer.json()) as { id: string }
      if (answer.status === 503) throw new Error('come again')
      if (answer.status !== 201) throw new Error(`${to} answered ${answer.status}: ${JSON.stringify(told)}`)
      return told
    } catch (error) {
      if (error instanceof Error && error.message.includes('answered')) throw error
      retried++
      await new Promise((resolve) => setTimeout(resolve, 20))
      await backAgain
    }
  }
}

async function write(): Promise<void> {
  while (!working.signal.aborted) {
    const subject = `crash ${randomUUID()}`
    const { id } = await untilAnswered('/api/tickets', ticketInput({ subject }))
    acknowledged.tickets.set(id, subject)
    const content = randomUUID()
    const comment = await untilAnswered(`/api/tickets/${id}/comments`, { content })
    acknowledged.comments.set(comment.id, content)
  }
}

test(
  'whatever was acknowledged is there once, however often the server is killed',
  { timeout: 600_000 },
  async () => {
    const writing = Promise.all(Array.from({ length: writers }, write))
    for (let kill = 0; kill < kills; kill++) {
      // In the middle of the work, at another stage of a write each time.
      const before = answered()
      while (answered() < before + 1 + (kill % 7)) await new Promise((resolve) => setTimeout(resolve, 5))
      await new Promise((resolve) => setTimeout(resolve, (kill * 97) % 60))
      let isBack = () => {}
      backAgain = new Promise((resolve) => (isBack = resolve))
      const { signal } = await server.end('SIGKILL')
      expect(signal).toBe('SIGKILL')
      await start()
      isBack()
    }
    working.abort()
    await writing

    expect(answered()).toBeGreaterThan(kills)
    expect(retried).toBeGreaterThanOrEqual(kills / 2)
    const subjects: string[] = []
    for (let offset = 0; ; offset += 100) {
      const page = (await (await send('GET', `/api/tickets?limit=100&offset=${offset}`)).json()) as TicketPage
      subjects.push(...page.tickets.map(({ subject }) => subject))
      expect(page.total).toBe(acknowledged.tickets.size)
      if (page.tickets.length < 100) break
    }
    expect(subjects.sort()).toEqual([...acknowledged.tickets.values()].sort())
    const contents: string[] = []
    for (const [id, subject] of acknowledged.tickets) {
      const ticket = (await (await send('GET', `/api/tickets/${id}`)).json()) as TicketDetail
      expect(ticket.subject).toBe(subject)
      contents.push(...ticket.comments.map(({ content }) => content))
    }
    expect(contents.sort()).toEqual([...acknowledged.comments.values()].sort())
  },
)
