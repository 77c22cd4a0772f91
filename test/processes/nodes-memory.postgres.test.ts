import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { register, startNodes, visit, Visitor, type NodePair } from '#test/processes/node-pair.ts'
import { receivedBy, settingsFor, startSmtp } from '#test/services/smtp.ts'
import { openSocket, type Socket } from '#test/socket.ts'

const writesPerMinute = 60

// Things that nodes must not keep to themselves; docs/operations.md lists them. More are in nodes.test.ts.
let pair: NodePair
let here: string
let there: string
let root: Visitor
let outside: pg.Client
const open: Socket[] = []

beforeAll(async () => {
  pair = await startNodes({ WRITES_PER_MINUTE: String(writesPerMinute) })
  ;[here, there] = pair.urls
  root = await visit(here)
  outside = new pg.Client({ connectionString: pair.databaseUrl })
  await outside.connect()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  await outside?.end()
  await pair?.close()
})

/** Alternately one and the other node. */
const nodeOf = (turn: number) => (turn % 2 ? there : here)

async function aTicket(node: string, who = root): Promise<string> {
  const { status, body } = await who.send<{ id: string }>('POST', `${node}/api/tickets`, ticketInput())
  expect(status).toBe(201)
  return body.id
}

test('a person who writes through both servers may write hardly more than through one', async () => {
  const busy = await visit(here, await register(here, 'helpdesk', 'busy@example.com'))
  // Refused for what it lacks when it is let in at all.
  const write = async (turn: number) => (await busy.send('POST', `${nodeOf(turn)}/api/tickets`, {})).status
  const answers: number[] = []
  for (let turn = 0; turn < 2.5 * writesPerMinute; turn++) answers.push(await write(turn))
  const letIn = answers.filter((status) => status === 400).length
  expect(letIn).toBeGreaterThanOrEqual(writesPerMinute)
  expect(letIn).toBeLessThanOrEqual(1.25 * writesPerMinute)
  expect(new Set(answers)).toEqual(new Set([400, 429]))
  // Others may.
  await aTicket(there)
})

test('both servers agree at once on the session and the role of a person', async () => {
  const person = await register(here, 'helpdesk', 'changing@example.com')
  const visitor = await visit(here, person)
  const roleAt = async (node: string) => {
    const { status, body } = await visitor.send<{ role?: string }>('GET', `${node}/api/auth/user`)
    return body.role ?? status
  }
  expect([await roleAt(here), await roleAt(there)]).toEqual(['helpdesk', 'helpdesk'])
  const { status } = await root.send('PUT', `${here}/api/users/${visitor.id}`, { role: 'internal' })
  // Another role ends all sessions.
  expect([status, await roleAt(there)]).toEqual([200, 401])
  const again = await visit(there, person)
  const { body } = await again.send('GET', `${here}/api/auth/user`)
  expect(body).toMatchObject({ role: 'internal' })
})

test('a call that is repeated at the other server is done once, and answered alike', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const send = (turn: number) =>
    root.send<{ id: string }>('POST', `${nodeOf(turn)}/api/tickets`, ticketInput({ subject: 'Once' }), key)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, turn) => send(turn)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const { rows } = await outside.query("select from tickets where subject = 'Once'")
  expect(rows).toHaveLength(1)
})

test('a comment that was added at one server is taken back at the other', async () => {
  const id = await aTicket(here)
  const { status, body } = await root.send<{ id: string }>('POST', `${here}/api/tickets/${id}/comments`, {
    content: 'On second thought',
  })
  expect(status).toBe(201)
  const back = await root.send('DELETE', `${there}/api/tickets/${id}/comments/${body.id}`)
  expect(back.status).toBe(200)
  const { rows } = await outside.query('select from comments where ticket_id = $1', [id])
  expect(rows).toEqual([])
})

test('a socket at one server tells the progress of an upload through the other', async () => {
  const bytes = Buffer.from('It burns. '.repeat(1000))
  const { body } = await root.send<{ id: string; key: string; uploadId: string; serverToken: string }>(
    'POST',
    `${here}/api/uploads/s3/multipart`,
    { filename: 'notes.txt', type: 'text/plain', metadata: { size: String(bytes.length) } },
  )
  const { cookie } = root
  const watching = await openSocket(there, { cookie, origin: there }, `/api/${body.serverToken}`)
  open.push(watching)
  const query = `?key=${encodeURIComponent(body.key)}`
  const multipart = `/api/uploads/s3/multipart/${body.uploadId}`
  // Each step at another server than the one before.
  const signed = await root.send<{ url: string }>('GET', `${there}${multipart}/1${query}`)
  const { pathname, search } = new URL(signed.body.url, there)
  const sent = await fetch(`${here}${pathname}${search}`, { method: 'PUT', body: new Uint8Array(bytes) })
  expect(sent.status).toBe(200)
  const parts = [{ PartNumber: 1, ETag: sent.headers.get('etag') ?? '' }]
  expect((await root.send('POST', `${there}${multipart}/complete${query}`, { parts })).status).toBe(200)
  expect((await root.send('POST', `${here}/api/uploads/${body.id}/finish`)).status).toBe(200)
  await expect.poll(() => watching.heard.map((one) => 'action' in one && one.action)).toContain('success')
})

test('both servers follow the log and send what waits, and each mail goes out once', async () => {
  const smtp = await startSmtp()
  try {
    expect((await root.send('PUT', `${there}/api/admin/email-settings`, settingsFor(smtp))).status).toBe(200)
    const { email } = await register(here, 'helpdesk', 'mailed@example.com')
    const colleague = await visit(there, { email, password: 'correct horse' })
    const count = 12
    await Promise.all(
      Array.from({ length: count }, async (_, turn) => {
        const id = await aTicket(nodeOf(turn))
        const change = { assignedToId: colleague.id }
        const assigned = await root.send('PUT', `${nodeOf(turn + 1)}/api/tickets/${id}`, change)
        expect(assigned.status).toBe(200)
      }),
    )
    const assignments = () => receivedBy(smtp, email)
    await expect.poll(() => assignments().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    const isDone = `select (select position from log_head) = (select position from log_followers where name = 'notifications')
        and not exists (select from deliveries where kind = 'mail' and due_at is not null and attempts > 0) as it`
    await expect
      .poll(async () => (await outside.query<{ it: boolean }>(isDone)).rows[0]?.it, { timeout: 30_000 })
      .toBe(true)
    const ids = smtp.received.map(({ mail }) => mail.messageId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(assignments()).toHaveLength(count)
  } finally {
    await smtp.close()
  }
})

test('each server lists both', async () => {
  for (const node of [here, there]) {
    const { body } = await root.send<{ nodes: { isThis: boolean }[] }>('GET', `${node}/api/system`)
    expect(body.nodes).toHaveLength(2)
    expect(body.nodes.filter(({ isThis }) => isThis)).toHaveLength(1)
  }
})
