import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, type Socket } from '#test/socket.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { UnreadComments } from '../contract.ts'
import { forgetOldReads } from './unread.ts'

// With a shared database, a person's sockets are on two nodes.
const isShared = process.env.TEST_DATABASE === 'postgres'

let desk: TestApp
let base: string
let other: TestApp
let otherBase: string
let root: Caller
let helpdesk: Caller
let ana: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  other = isShared ? await startApp({ database: desk.database }) : desk
  otherBase = isShared ? await other.listen() : base
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  if (isShared) await other.close()
  await desk.close()
})

async function join(person: Caller, at = base): Promise<Socket> {
  const socket = await joined(at, person)
  open.push(socket)
  return socket
}

/** The counts that a person is told of these tickets, in their order; 0 where they are told of none. */
async function unread(by: Caller, ...ids: string[]): Promise<number[]> {
  const { body } = await by.get<UnreadComments>(`/api/tickets/unread?ids=${ids.join()}`)
  const counts = new Map(body.tickets.map((one) => [one.ticketId, one.unread]))
  expect([...counts.keys()].filter((id) => !ids.includes(id))).toEqual([])
  return ids.map((id) => counts.get(id) ?? 0)
}

const read = (by: Caller, ticketId: string, commentId: string) =>
  by.post<UnreadComments>(`/api/tickets/${ticketId}/comments/${commentId}/read`)

const rowsOf = async (ticketId: string) =>
  (await desk.database.pool.query('select user_id from ticket_reads where ticket_id = $1', [ticketId])).rows

test('a comment that a node with a slower clock takes in is unread, behind what was read', async () => {
  const { id } = await aTicket(ana)
  desk.clock.advance(10_000)
  const first = await aComment(root, id, 'From the node that is ahead')
  expect((await read(helpdesk, id, first)).status).toBe(200)
  desk.clock.advance(-2000)
  await change(root, id, { priority: 'high' })
  const second = await aComment(root, id, 'Later, by an earlier clock')
  expect(await unread(helpdesk, id)).toEqual([1])
  const { comments } = (await helpdesk.get<TicketDetail>(`/api/tickets/${id}`)).body
  expect(comments.map((comment) => comment.id)).toEqual([first, second])
  desk.clock.advance(-8000)
})

test('comments by others are unread until they have been seen, for each person by themselves', async () => {
  const [one, quiet] = [await aTicket(ana), await aTicket(ana)]
  expect(await unread(helpdesk, one.id, quiet.id)).toEqual([0, 0])
  const first = await aComment(root, one.id, 'We have it')
  const second = await aComment(ana, one.id, 'Thank you')
  await aComment(ana, one.id, 'And one more thing')
  expect(await unread(helpdesk, one.id, quiet.id)).toEqual([3, 0])
  expect(await unread(root, one.id)).toEqual([2])
  expect(await unread(ana, one.id)).toEqual([1])

  const { status, body } = await read(helpdesk, one.id, second)
  expect([status, body]).toEqual([200, { tickets: [{ ticketId: one.id, unread: 1 }] }])
  // Somebody who has read further takes nothing back by an older comment.
  await read(helpdesk, one.id, first)
  expect(await unread(helpdesk, one.id)).toEqual([1])
  expect(await unread(root, one.id)).toEqual([2])
})

test('a new person begins with nothing unread', async () => {
  const { id } = await aTicket(ana)
  const old = await aComment(ana, id, 'Long before them')
  const novice = await desk.signedIn('internal')
  expect(await unread(novice, id)).toEqual([0])
  expect((await read(novice, id, old)).body).toEqual({ tickets: [] })
  expect(await rowsOf(id)).toEqual([])
  await aComment(ana, id, 'They are here now')
  expect(await unread(novice, id)).toEqual([1])
})

test('a client never learns of an internal comment by what is unread, nor of the comments of others’ tickets', async () => {
  const mallory = await desk.signedIn('client')
  const boss = await desk.signedIn('client')
  const company = await aClient(root, { name: 'Brightwater Clinics' })
  await assign(root, company.id, boss.id, 'admin')
  await assign(root, company.id, ana.id, 'employee')
  const { id } = await aTicket(ana, { customerName: 'Brightwater Clinics' })
  const shown = await aComment(helpdesk, id, 'We look into it')
  const secret = await aComment(helpdesk, id, 'They never pay', true)
  expect(await unread(root, id)).toEqual([2])
  for (const client of [ana, boss]) expect(await unread(client, id)).toEqual([1])
  expect(await unread(mallory, id)).toEqual([0])

  const unknown = await read(ana, id, id)
  const hidden = await read(ana, id, secret)
  expect([hidden.status, hidden.body]).toEqual([404, unknown.body])
  expect((await read(mallory, id, shown)).status).toBe(404)
  const elsewhere = await aTicket(ana)
  expect((await read(ana, elsewhere.id, shown)).status).toBe(404)
  expect(await rowsOf(id)).toEqual([])
  expect((await read(ana, id, shown)).body).toEqual({ tickets: [] })
  // Somebody who was staff when they read, and is no more, is told no more than a client.
  const former = await desk.signedIn('internal')
  await aComment(helpdesk, id, 'For colleagues alone', true)
  expect(await unread(former, id)).toEqual([1])
  await desk.database.pool.query(`update users set role = 'client' where id = $1`, [former.id])
  expect(await unread(former, id)).toEqual([0])
})

test('reading is told to the person’s own sockets alone, once, and is no event', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(ana, id, 'Anybody there?')
  const [own, away] = [await join(helpdesk), await join(helpdesk, otherBase)]
  const others = [await join(root), await join(ana)]
  const head = async () =>
    (await desk.database.pool.query<{ at: string }>('select max(position)::text as at from events')).rows[0]
      ?.at
  const before = await head()
  await Promise.all([read(helpdesk, id, comment), read(helpdesk, id, comment)])
  await read(helpdesk, id, comment)
  for (const socket of [own, away]) {
    await socket.hears(({ type, ticketId }) => type === 'comments:read' && ticketId === id)
    expect(await socket.said('comments:read')).toEqual([{ type: 'comments:read', ticketId: id }])
  }
  for (const socket of others) expect(await socket.said('comments:read')).toEqual([])
  expect(await head()).toBe(before)
  expect(await rowsOf(id)).toEqual([{ user_id: helpdesk.id }])
})

test('an internal comment makes a client’s browser ask nothing: their sockets hear nothing of it', async () => {
  const { id } = await aTicket(ana)
  const [client, staff] = [await join(ana), await join(root)]
  await aComment(helpdesk, id, 'Between us', true)
  await staff.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
  // Changes of earlier tests to other tickets may still be on their way.
  const said = await client.said('ticket:update', 'comments:read')
  expect(said.filter(({ ticket, ticketId }) => ticket?.id === id || ticketId === id)).toEqual([])
  expect(await unread(ana, id)).toEqual([0])
})

test('after ninety days a comment waits no more, and what was read until then is forgotten', async () => {
  const { pool } = desk.database
  await pool.query(`update users set comments_read_to = now() - interval '1 year' where id = $1`, [
    helpdesk.id,
  ])
  const { id } = await aTicket(ana)
  await read(helpdesk, id, await aComment(ana, id, 'Seen'))
  await aComment(ana, id, 'Never seen')
  const daysAgo = async (days: number) => {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    await pool.query('update comments set created_at = $1 where ticket_id = $2', [at, id])
    await pool.query('update ticket_reads set read_to = $1 where ticket_id = $2', [at, id])
    await pool.query(`update comments set created_at = created_at + interval '1 second' where content = $1`, [
      'Never seen',
    ])
    await desk.work(forgetOldReads)
  }
  await daysAgo(89)
  expect([await unread(helpdesk, id), await rowsOf(id)]).toEqual([[1], [{ user_id: helpdesk.id }]])
  await daysAgo(91)
  expect([await unread(helpdesk, id), await rowsOf(id)]).toEqual([[0], []])
})

test('read marks are deleted with the ticket', async () => {
  const { id } = await aTicket(ana)
  await read(helpdesk, id, await aComment(ana, id, 'Read, and gone'))
  expect(await rowsOf(id)).toHaveLength(1)
  expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
  expect(await rowsOf(id)).toEqual([])
})
