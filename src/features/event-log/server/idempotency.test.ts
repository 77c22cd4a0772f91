import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, assign, aTicket, ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const submit = (by: Caller, key: string, subject: string) =>
  by.post<TicketDetail>('/api/tickets', ticketInput({ subject }), { 'idempotency-key': key })
const countOf = async (subject: string) =>
  (await helpdesk.get<TicketPage>(`/api/tickets?search=${encodeURIComponent(subject)}`)).body.total

test('a form that is sent twice makes one ticket and gets the same answer', async () => {
  const first = await submit(ana, 'twice', 'Sent twice')
  const second = await submit(ana, 'twice', 'Sent twice')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await countOf('Sent twice')).toBe(1)
})

test('twenty copies at the same moment make one ticket', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(ana, 'many', 'Sent at once')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect(await countOf('Sent at once')).toBe(1)
})

test('an idempotency key that comes again with another body is refused', async () => {
  await submit(ana, 'other words', 'First words')
  const { status, body } = await submit(ana, 'other words', 'Second words')
  expect([status, body]).toEqual([409, { message: expect.stringContaining('Idempotency-Key') }])
  expect(await countOf('Second words')).toBe(0)
})

test('an idempotency key belongs to its owner only', async () => {
  const mine = await submit(ana, 'shared', 'Shared key')
  const theirs = await submit(helpdesk, 'shared', 'Shared key')
  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(mine.body.id)
})

test('a kept answer is not given to somebody who may not see the ticket any more', async () => {
  const root = await desk.signedIn('super_user')
  const [author, contact] = [await desk.signedIn('client'), await desk.signedIn('client')]
  const client = await aClient(root, { name: 'Beta' })
  await assign(root, client.id, author.id, 'employee')
  await assign(root, client.id, contact.id, 'contact')
  const { id } = await aTicket(author, { customerName: 'Beta' })
  const send = (content: string) =>
    contact.post(`/api/tickets/${id}/comments`, { content }, { 'idempotency-key': 'kept' })
  expect((await send('Mine')).status).toBe(201)
  expect((await root.delete(`/api/clients/${client.id}/users/${contact.id}`)).status).toBe(200)
  expect((await contact.get(`/api/tickets/${id}`)).status).toBe(404)
  for (const content of ['Mine', 'Other words']) expect((await send(content)).status).toBe(404)
})

test('an idempotency key holds for one call only', async () => {
  const one = await aTicket(ana)
  const two = await aTicket(ana)
  for (const { id } of [one, two]) {
    const send = () =>
      ana.post(`/api/tickets/${id}/comments`, { content: 'Hello' }, { 'idempotency-key': 'comment' })
    const first = await send()
    expect(first.status).toBe(201)
    expect((await send()).body).toEqual(first.body)
    expect((await ana.get<TicketDetail>(`/api/tickets/${id}`)).body.comments).toHaveLength(1)
  }
})

test('a submission that was refused does not use up its idempotency key', async () => {
  expect(
    (await ana.post('/api/tickets', ticketInput({ subject: '' }), { 'idempotency-key': 'retry' })).status,
  ).toBe(400)
  expect((await submit(ana, 'retry', 'Now it is right')).status).toBe(201)
})

test('a submission that failed halfway leaves neither a ticket nor a used key', async () => {
  const wrong = ticketInput({ subject: 'Halfway', clientId: '00000000-0000-4000-8000-000000000000' })
  expect((await helpdesk.post('/api/tickets', wrong, { 'idempotency-key': 'halfway' })).status).toBe(400)
  expect(await countOf('Halfway')).toBe(0)
  expect((await submit(helpdesk, 'halfway', 'Halfway')).status).toBe(201)
})

test('an idempotency key is forgotten after a day', async () => {
  const reader = await desk.signedIn('client')
  const first = await submit(reader, 'daily', 'Every day')
  desk.clock.advance(23 * 3_600_000)
  expect((await submit(reader, 'daily', 'Every day')).body.id).toBe(first.body.id)
  desk.clock.advance(2 * 3_600_000)
  const next = await submit(reader, 'daily', 'Every day')
  expect(next.status).toBe(201)
  expect(next.body.id).not.toBe(first.body.id)
  desk.clock.advance(-25 * 3_600_000)
})

test('a person who has become a client does not get the kept answer they had as staff', async () => {
  const ida = await desk.signedIn('internal')
  const own = await aTicket(ida)
  const secret = { content: 'The customer is a nuisance', isInternal: true }
  const send = () => ida.post(`/api/tickets/${own.id}/comments`, secret, { 'idempotency-key': 'secret' })
  expect((await send()).body).toMatchObject({ isInternal: true })
  await desk.database.pool.query("update users set role = 'client' where id = $1", [ida.id])
  const { status, body } = await send()
  expect([status, JSON.stringify(body)]).toEqual([409, expect.not.stringContaining('nuisance')])
})
