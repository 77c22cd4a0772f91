import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough } from '#test/mails.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { joined, positionOf, type Socket } from '#test/socket.ts'

// This version as the old one: a newer node has brought the database up to date, and writes what this one has never heard of.

let database: TestDatabase
let desk: TestApp
let root: Caller
let url: string
let smtp: Smtp
const open: Socket[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  desk = await startApp({ database })
  root = await desk.signedIn('super_user')
  url = await desk.listen()
  smtp = await startSmtp()
  await sendThrough(root, smtp)
  // A release may only add.
  await database.pool.query(`
    create table of_the_future (id int primary key, ticket_id uuid references tickets (id));
    alter table tickets add column cost_centre text;
    alter table tickets add column weight integer default 1 not null;
    alter table users add column pronoun text;
    alter table sessions add column device text;
    alter table deliveries add column lane text default 'usual' not null;
    create index tickets_weight on tickets (weight);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', 4102444800000)`)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
  await database.close()
})

/** A fact that only the newer version declares. @returns its position */
async function teleport(ticketId: string): Promise<number> {
  const { rows } = await database.pool.query<{ position: string }>(
    `with head as (
       update log_head set position = position + 1, public_position = public_position + 1
       returning position, public_position)
     insert into events (position, public_position, type, ticket_id, actor_id, data)
     select position, public_position, 'ticket.teleported', $1::uuid, $2::uuid, '{"to": {"planet": "Mars"}}' from head
     returning position`,
    [ticketId, root.id],
  )
  return Number(rows[0]?.position)
}
/** The newer node handles it, as it knows what it means. */
async function takenByNewer(position: number): Promise<void> {
  await database.pool.query("update log_followers set position = $1 where name = 'notifications'", [position])
  // Any next event wakes the others; else they look by themselves every half minute.
  await aTicket(root)
}
const positionOfMails = async () => {
  const { rows } = await database.pool.query<{ position: string }>(
    "select position from log_followers where name = 'notifications'",
  )
  return Number(rows[0]?.position)
}

test('an old node serves on a database that a newer one has changed, and stays in the rotation', async () => {
  expect((await desk.nobody.get('/readyz')).status).toBe(200)
  const ticket = await aTicket(root)
  await change(root, ticket.id, { status: 'progress' })
  const list = await root.get<TicketPage>('/api/tickets')
  expect(list.body.tickets.map(({ id }) => id)).toContain(ticket.id)
  expect(JSON.stringify(list.body)).not.toContain('cost_centre')
  const { rows } = await database.pool.query('select weight from tickets where id = $1', [ticket.id])
  expect(rows).toEqual([{ weight: 1 }])
})

test('an event that an old node does not know hides no others', async () => {
  const ticket = await aTicket(root)
  const before = await positionOf(root)
  const socket = await joined(url, root)
  open.push(socket)
  const unknown = await teleport(ticket.id)
  await change(root, ticket.id, { status: 'testing' })
  await socket.hears(({ ticket: told }) => told?.id === ticket.id && told.status === 'testing')

  const counts = await root.get<{ status: Record<string, number> }>('/api/tickets/counts?by=status')
  expect(counts.body.status['testing']).toBe(1)
  const { body: detail } = await root.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(detail.status).toBe('testing')
  const history = await root.get(`/api/tickets/${ticket.id}/history`)
  expect(history.status).toBe(200)
  const audit = await root.get<{ entries: { what: string }[] }>('/api/audit')
  expect(audit.body.entries.map(({ what }) => what)).toContain('Ticket: teleported')

  // A browser that comes back from another node has heard of nothing since.
  const again = await joined(url, root)
  open.push(again)
  again.send({ type: 'resume', since: before })
  await again.hears(({ ticket: told }) => told?.id === ticket.id && told.status === 'testing')
  await takenByNewer(unknown)
})

test('mails of what only a newer version knows are left to it, for ten minutes at most', async () => {
  const colleague = await desk.signedIn('helpdesk', { email: 'ida@example.com' })
  const ticket = await aTicket(root)
  await change(root, ticket.id, { assignedToId: colleague.id })
  const mailed = () => receivedBy(smtp, 'ida@example.com').length
  await expect.poll(mailed).toBe(1)
  const unknown = await teleport(ticket.id)
  const other = await aTicket(root)
  await change(root, other.id, { assignedToId: colleague.id })
  await expect.poll(positionOfMails).toBe(unknown - 1)

  await takenByNewer(unknown)
  await expect.poll(mailed).toBe(2)

  // There is no newer node any more: the old version was put back.
  const lost = await teleport(ticket.id)
  const last = await aTicket(root)
  await change(root, last.id, { assignedToId: colleague.id })
  await expect.poll(positionOfMails).toBe(lost - 1)
  desk.clock.advance(11 * 60_000)
  await aTicket(root)
  await expect.poll(mailed).toBe(3)
})

test('a delivery that only a newer version can send waits for it', async () => {
  await database.pool.query(
    `insert into deliveries (kind, payload, due_at, created_at, lane)
     values ('pigeon', '{"to": "Mars"}', now() - interval '1 minute', now(), 'air')`,
  )
  const colleague = await desk.signedIn('helpdesk', { email: 'bo@example.com' })
  const ticket = await aTicket(root)
  await change(root, ticket.id, { assignedToId: colleague.id })
  await expect.poll(() => receivedBy(smtp, 'bo@example.com').length).toBe(1)
  const { rows } = await database.pool.query(
    "select attempts, failure, due_at is not null as waits from deliveries where kind = 'pigeon'",
  )
  expect(rows).toEqual([{ attempts: 0, failure: null, waits: true }])
  expect((await root.get('/api/system')).status).toBe(200)
})
