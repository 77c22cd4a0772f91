import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { ChatMessage, ChatPage, Unread } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let ida: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  ida = await desk.signedIn('internal')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const chatOf = (ticketId: string) => `/api/tickets/${ticketId}/chat`

async function said(by: Caller, ticketId: string, message: string): Promise<ChatMessage> {
  const { status, body } = await by.post<{ message: ChatMessage }>(chatOf(ticketId), { message })
  expect(status).toBe(201)
  return body.message
}
const pageOf = async (by: Caller, ticketId: string, query = '') =>
  (await by.get<ChatPage>(chatOf(ticketId) + query)).body
const read = (by: Caller, { ticketId, id }: ChatMessage) =>
  by.post<{ message: ChatMessage }>(`${chatOf(ticketId)}/${id}/read`)
const unreadOf = async (by: Caller, ticketId: string) =>
  (await by.get<Unread>('/api/chat/unread')).body.tickets.find((one) => one.ticketId === ticketId)?.unread ??
  0

describe('a chat', () => {
  test('a chat is paged newest first, twenty at a time, without losing or repeating any message', async () => {
    const { id } = await aTicket(ana)
    for (let turn = 1; turn <= 25; turn++) await said(turn % 2 ? ana : helpdesk, id, `Message ${turn}`)
    const first = await pageOf(ana, id)
    expect([first.messages.length, first.hasMore]).toEqual([20, true])
    const second = await pageOf(ana, id, '?limit=20&offset=20')
    expect([second.messages.length, second.hasMore]).toEqual([5, false])
    expect([...first.messages, ...second.messages].map(({ message }) => message)).toEqual(
      Array.from({ length: 25 }, (_, place) => `Message ${25 - place}`),
    )
    expect(await pageOf(ana, id, '?offset=25')).toEqual({ messages: [], hasMore: false })
    expect(await pageOf(ana, id, '?limit=5&offset=20')).toMatchObject({ hasMore: false })
    expect(await pageOf(ana, id, '?limit=5&offset=19')).toMatchObject({ hasMore: true })
  })

  test('a ticket tells that something was said in its chat, to those who may read that', async () => {
    const { id } = await aTicket(ana)
    const hasChat = async (by: Caller) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body.hasChat
    expect(await hasChat(ana)).toBe(false)
    await said(ana, id, 'Hello')
    expect(await Promise.all([ana, helpdesk, ida].map(hasChat))).toEqual([true, true, false])
  })

  test('a chat shows who wrote to whom, trimmed, and nothing else about them', async () => {
    const { id } = await aTicket(ana)
    const message = await said(ana, id, '  Is anybody there?\n ')
    const { body: user } = await ana.get('/api/auth/user')
    expect(message).toEqual({
      id: expect.any(String),
      ticketId: id,
      senderId: ana.id,
      recipientId: root.id,
      message: 'Is anybody there?',
      createdAt: expect.any(String),
      readAt: null,
      sender: {
        id: ana.id,
        firstName: user.firstName,
        lastName: user.lastName,
        role: 'client',
        profileImageUrl: null,
      },
      attachments: [],
    })
    expect((await pageOf(helpdesk, id)).messages).toEqual([message])
  })

  test('a chat takes no empty and no endless message', async () => {
    const { id } = await aTicket(ana)
    for (const message of ['', ' \n\t ', 'x'.repeat(5001), 7, null, undefined]) {
      const { status, body } = await ana.post(chatOf(id), { message })
      expect([message, status, body.issues]).toEqual([
        message,
        400,
        [expect.objectContaining({ path: 'message' })],
      ])
    }
    expect((await said(ana, id, '😀'.repeat(5000))).message).toHaveLength(10_000)
    expect((await pageOf(ana, id)).messages).toHaveLength(1)
  })

  test('a chat has a message once, however often it is sent under one key', async () => {
    const { id } = await aTicket(ana)
    const send = () => ana.post(chatOf(id), { message: 'Once' }, { 'idempotency-key': 'chat-once' })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await pageOf(ana, id)).messages).toHaveLength(1)
  })

  test('a chat has one order for everybody, also when all write at once', async () => {
    const { id } = await aTicket(ana)
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) => said(turn % 2 ? ana : helpdesk, id, `At once ${turn}`)),
    )
    const { messages } = await pageOf(ana, id, '?limit=100')
    const moments = messages.map(({ createdAt }) => createdAt)
    expect(new Set(moments).size).toBe(40)
    expect(moments).toEqual(moments.toSorted().toReversed())
    const { rows } = await desk.database.pool.query<{ subject_id: string }>(
      "select subject_id from events where ticket_id = $1 and type = 'chat.said' order by position desc",
      [id],
    )
    expect(messages.map((one) => one.id)).toEqual(rows.map((row) => row.subject_id))
  })

  test('a chat goes on in order when the clock of the server has gone back', async () => {
    const { id } = await aTicket(ana)
    await said(ana, id, 'First')
    desk.clock.advance(-3_600_000)
    await said(ana, id, 'Second')
    desk.clock.advance(3_600_000)
    expect((await pageOf(ana, id)).messages.map(({ message }) => message)).toEqual(['Second', 'First'])
  })

  test('a chat message leaves the ticket’s history and place in lists as they were, and its version but where it passes the turn', async () => {
    const ticket = await aTicket(ana)
    await said(helpdesk, ticket.id, 'Hello')
    const { body } = await ana.get(`/api/tickets/${ticket.id}`)
    expect(body).toMatchObject({ version: ticket.version + 1, updatedAt: ticket.updatedAt })
    await said(helpdesk, ticket.id, 'Are you there?')
    expect((await ana.get(`/api/tickets/${ticket.id}`)).body).toEqual(body)
    expect((await ana.get<unknown[]>(`/api/tickets/${ticket.id}/history`)).body).toHaveLength(1)
  })
})

describe('the right to chat', () => {
  test('the creator, the assignee and the desk may chat, and nobody else', async () => {
    const acme = await aClient(root, { name: 'Chat Co' })
    const [boss, worker, stranger] = [
      await desk.signedIn('client'),
      await desk.signedIn('client'),
      await desk.signedIn('client'),
    ]
    await assign(root, acme.id, boss.id, 'admin')
    await assign(root, acme.id, worker.id, 'employee')
    const { id } = await aTicket(worker)
    await change(root, id, { assignedToId: ida.id })
    const uta = await desk.signedIn('internal')
    const message = await said(worker, id, 'Hello')
    for (const [who, status] of [
      [worker, 200],
      [ida, 200],
      [helpdesk, 200],
      [root, 200],
      [boss, 403],
      [uta, 403],
      [stranger, 404],
      [desk.nobody, 401],
    ] as const) {
      expect((await who.get(chatOf(id))).status).toBe(status)
      // Judged before the body.
      expect((await who.post(chatOf(id), { message: '' })).status).toBe(status === 200 ? 400 : status)
      // A person who may read the chat may still not be its reader.
      expect((await read(who, message)).status).toBe(who === worker ? 403 : status)
    }
  })

  test('an assignee who is taken off the ticket, or becomes a client, may no longer chat', async () => {
    const gone = await desk.signedIn('internal')
    const { id } = await aTicket(ana)
    await change(root, id, { assignedToId: gone.id })
    expect((await gone.get(chatOf(id))).status).toBe(200)
    await change(root, id, { assignedToId: null })
    expect((await gone.get(chatOf(id))).status).toBe(403)
    await change(root, id, { assignedToId: gone.id })
    await desk.database.pool.query("update users set role = 'client' where id = $1", [gone.id])
    expect((await gone.get(chatOf(id))).status).toBe(404)
  })

  test('a missing ticket, or a message of another ticket, is not found', async () => {
    const [one, other] = [await aTicket(ana), await aTicket(ana)]
    const message = await said(ana, one.id, 'Hello')
    for (const id of [randomUUID(), 'nonsense']) {
      expect((await root.get(chatOf(id))).status).toBe(404)
      expect((await root.post(chatOf(id), { message: 'Hello' })).status).toBe(404)
      expect((await root.post(`${chatOf(one.id)}/${id}/read`)).status).toBe(404)
    }
    expect((await read(root, { ...message, ticketId: other.id })).status).toBe(404)
  })
})

describe('the recipient of a message', () => {
  test('a message of the creator is for the assignee, and a message of staff for the creator', async () => {
    const { id } = await aTicket(ana)
    await change(root, id, { assignedToId: ida.id })
    expect((await said(ana, id, 'Hello')).recipientId).toBe(ida.id)
    for (const by of [ida, helpdesk, root]) expect((await said(by, id, 'Hello')).recipientId).toBe(ana.id)
  })

  test('a message in a ticket without assignee is for the person of the desk who wrote last, else for the first of the desk', async () => {
    const { id } = await aTicket(ana)
    expect((await said(ana, id, 'Hello')).recipientId).toBe(root.id)
    await aComment(root, id, 'Nothing a client may know of', true)
    await said(helpdesk, id, 'Hello')
    expect((await said(ana, id, 'Hello')).recipientId).toBe(helpdesk.id)
    await aComment(root, id, 'Now me')
    expect((await said(ana, id, 'Hello')).recipientId).toBe(root.id)
    await aComment(helpdesk, id, 'A secret', true)
    expect((await said(ana, id, 'Hello')).recipientId).toBe(root.id)
  })

  test('a message is for nobody who has left, and not for its own sender', async () => {
    const left = await desk.signedIn('helpdesk')
    const { id } = await aTicket(ana)
    await said(left, id, 'Hello')
    await change(root, id, { assignedToId: left.id })
    await desk.database.pool.query('update users set is_active = false where id = $1', [left.id])
    expect((await said(ana, id, 'Hello')).recipientId).toBe(root.id)
    const own = await aTicket(root)
    await change(root, own.id, { assignedToId: root.id })
    expect((await said(root, own.id, 'Hello')).recipientId).not.toBe(root.id)
  })
})

describe('reading a message', () => {
  test('a message is read by its recipient, once, and never by its sender', async () => {
    const { id } = await aTicket(ana)
    const message = await said(helpdesk, id, 'Hello')
    expect((await read(helpdesk, message)).status).toBe(403)
    expect((await read(root, message)).status).toBe(403)
    const { status, body } = await read(ana, message)
    expect([status, body.message.readAt]).toEqual([200, expect.any(String)])
    desk.clock.advance(60_000)
    expect((await read(ana, message)).body).toEqual(body)
    desk.clock.advance(-60_000)
    expect((await pageOf(helpdesk, id)).messages[0]).toEqual(body.message)
  })

  test('reading a message also reads those before it, and not those after it', async () => {
    const { id } = await aTicket(ana)
    const [, second] = [await said(helpdesk, id, 'One'), await said(helpdesk, id, 'Two')]
    await said(ana, id, 'Mine')
    await said(helpdesk, id, 'Three')
    await read(ana, second)
    const { messages } = await pageOf(helpdesk, id)
    expect(messages.map(({ message, readAt }) => [message, readAt !== null])).toEqual([
      ['Three', false],
      ['Mine', false],
      ['Two', true],
      ['One', true],
    ])
    expect(await unreadOf(ana, id)).toBe(1)
    const { rows } = await desk.database.pool.query(
      "select 1 from events where ticket_id = $1 and type = 'chat.read'",
      [id],
    )
    expect(rows).toHaveLength(2)
  })

  test('a message to staff is read by any of the staff in the chat', async () => {
    const { id } = await aTicket(ana)
    await change(root, id, { assignedToId: ida.id })
    const message = await said(ana, id, 'Hello')
    expect((await read(ana, message)).status).toBe(403)
    expect((await read(helpdesk, message)).body.message.readAt).toEqual(expect.any(String))
  })
})

test('unread messages are counted for their recipient, and for a new assignee, until they are read', async () => {
  const { id } = await aTicket(ana)
  const message = await said(ana, id, 'Hello')
  await said(ana, id, 'Anybody?')
  expect(await Promise.all([root, helpdesk, ida, ana].map((one) => unreadOf(one, id)))).toEqual([2, 0, 0, 0])
  await change(root, id, { assignedToId: ida.id })
  expect(await Promise.all([root, ida].map((one) => unreadOf(one, id)))).toEqual([2, 2])
  await read(ida, message)
  expect(await Promise.all([root, ida].map((one) => unreadOf(one, id)))).toEqual([1, 1])
  await said(ida, id, 'Here')
  expect(await Promise.all([ana, ida].map((one) => unreadOf(one, id)))).toEqual([1, 1])
  await change(root, id, { assignedToId: null })
  expect(await unreadOf(ida, id)).toBe(0)
})

test('the next assignee reads a message that was sent to an assignee who is a client by now', async () => {
  const { id } = await aTicket(ana)
  const former = await desk.person('internal')
  await change(root, id, { assignedToId: former.id })
  const message = await said(ana, id, 'Hello')
  expect((await root.put(`/api/users/${former.id}`, { role: 'client' })).status).toBe(200)
  await change(root, id, { assignedToId: ida.id })
  expect(await unreadOf(ida, id)).toBe(1)
  expect((await read(ida, message)).status).toBe(200)
  expect(await unreadOf(ida, id)).toBe(0)
})

test('a new requester inherits what the former one has not read, and staff do not', async () => {
  const acme = await aClient(root, { name: 'Moving Co' })
  const [former, ben] = [await desk.signedIn('client'), await desk.signedIn('client')]
  for (const { id } of [former, ben]) await assign(root, acme.id, id, 'employee')
  const { id } = await aTicket(former, { customerName: 'Moving Co' })
  const seen = await said(helpdesk, id, 'Hello')
  await read(former, seen)
  await said(former, id, 'It burns')
  const unseen = await said(helpdesk, id, 'Still?')
  await change(root, id, { assignedToId: ida.id })
  await change(helpdesk, id, { createdById: ben.id })
  expect(await Promise.all([former, ben, ida].map((one) => unreadOf(one, id)))).toEqual([0, 1, 1])
  expect((await read(ida, unseen)).status).toBe(403)
  expect((await read(ben, unseen)).body.message.readAt).toEqual(expect.any(String))
  const { messages } = await pageOf(ben, id)
  expect(messages.map(({ message, recipientId, readAt }) => [message, recipientId, readAt !== null])).toEqual(
    [
      ['Still?', ben.id, true],
      ['It burns', helpdesk.id, false],
      ['Hello', former.id, true],
    ],
  )
})

test('the first chat message of staff counts as the first answer to a ticket', async () => {
  const { id } = await aTicket(ana)
  const answeredAt = async () =>
    (
      await desk.database.pool.query<{ at: Date | null }>(
        'select first_response_at as at from tickets where id = $1',
        [id],
      )
    ).rows[0]?.at
  await said(ana, id, 'Hello')
  expect(await answeredAt()).toBeNull()
  await said(helpdesk, id, 'Hello')
  expect(await answeredAt()).toEqual(expect.any(Date))
})
