import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { Requester } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let internal: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk', { email: 'helpdesk@example.com' })
  internal = await desk.signedIn('internal')
})
afterAll(() => desk.close())

const requesterOf = async (by: Caller, ticketId: string) =>
  (await by.get<Requester>(`/api/tickets/${ticketId}/requester`)).body

const give = (userId: string, mobileNumber: string) =>
  desk.database.pool.query('update users set mobile_number = $2 where id = $1', [userId, mobileNumber])

test('every member of staff learns how to reach a client, and the numbers are those of the lists they lead to', async () => {
  const rosie = await desk.signedIn('client', {
    firstName: 'Rosie',
    lastName: 'Hargreaves',
    email: 'rosie@example.com',
  })
  const colleague = await desk.signedIn('client')
  const { id: clientId } = await aClient(root, { name: 'Brightwater' })
  await assign(root, clientId, rosie.id, 'contact')
  await assign(root, clientId, colleague.id, 'employee')
  await give(rosie.id, '+4915100987654')
  const own = []
  for (const subject of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    own.push(await aTicket(rosie, { subject, customerName: 'Brightwater' }))
    desk.clock.advance(1000)
  }
  await change(helpdesk, own[4]!.id, { status: 'resolved' })
  await aTicket(colleague, { customerName: 'Brightwater' })
  await aTicket(root, { customerName: 'Somebody else' })

  for (const by of [root, helpdesk, internal]) {
    const known = await requesterOf(by, own[2]!.id)
    expect(known).toEqual({
      person: { id: rosie.id, firstName: 'Rosie', lastName: 'Hargreaves', profileImageUrl: null },
      role: 'client',
      position: 'contact',
      email: 'rosie@example.com',
      isEmailConfirmed: true,
      bounce: null,
      mobileNumber: '+4915100987654',
      client: { id: clientId, name: 'Brightwater', openTickets: 5 },
      otherTickets: [
        expect.objectContaining({ subject: 'Fifth', status: 'resolved' }),
        expect.objectContaining({ subject: 'Fourth', status: 'open' }),
        expect.objectContaining({ subject: 'Second', status: 'open' }),
      ],
      totalTickets: 5,
    })
    const theirs = await by.get<TicketPage>(`/api/tickets?requesterId=${rosie.id}`)
    expect(theirs.body.total).toBe(known.totalTickets)
    const open = await by.get<TicketPage>(`/api/tickets?clientId=${clientId}&status=unresolved`)
    expect(open.body.total).toBe(known.client.openTickets)
  }
})

test('a stranger who typed the name of a company has no position in it', async () => {
  const stranger = await desk.signedIn('client', { email: 'stranger@example.com' })
  await aClient(root, { name: 'Copper Kettle' })
  const { id } = await aTicket(stranger, { customerName: 'Copper Kettle' })
  expect(await requesterOf(internal, id)).toMatchObject({ position: null, email: 'stranger@example.com' })
})

test('the address and number of a colleague are shown to super users alone', async () => {
  await give(helpdesk.id, '+4915100000001')
  const { id } = await aTicket(helpdesk)
  for (const by of [helpdesk, internal])
    expect(await requesterOf(by, id)).toMatchObject({ role: 'helpdesk', email: null, mobileNumber: null })
  expect(await requesterOf(root, id)).toMatchObject({
    email: 'helpdesk@example.com',
    mobileNumber: '+4915100000001',
    position: null,
  })
})

test('senders whom nobody knows share a name, and so have neither an address nor other tickets', async () => {
  const channel = await desk.signedIn('client')
  await aTicket(channel)
  const { id } = await aTicket(channel)
  await desk.database.pool.query('update users set email = $2 where id = $1', [
    channel.id,
    'whatsapp@channel.invalid',
  ])
  expect(await requesterOf(root, id)).toMatchObject({
    email: null,
    mobileNumber: null,
    otherTickets: [],
    totalTickets: 0,
  })
})

test('clients are told nothing of it, and staff nothing of a ticket that is not there', async () => {
  const client = await desk.signedIn('client')
  const { id } = await aTicket(client)
  expect((await client.get(`/api/tickets/${id}/requester`)).status).toBe(403)
  for (const by of [root, helpdesk, internal])
    expect((await by.get(`/api/tickets/${randomUUID()}/requester`)).status).toBe(404)
})

test('the filter by requester shows a client no more than they may see, and refuses what is no id', async () => {
  const one = await desk.signedIn('client')
  const other = await desk.signedIn('client')
  const { id } = await aTicket(one, { customerName: 'One' })
  await aTicket(other, { customerName: 'Other' })
  const seen = async (by: Caller, requesterId: string) =>
    (await by.get<TicketPage>(`/api/tickets?requesterId=${requesterId}`)).body.tickets.map((each) => each.id)
  expect(await seen(one, one.id)).toEqual([id])
  expect(await seen(one, other.id)).toEqual([])
  const refused = await root.get('/api/tickets?requesterId=nobody')
  expect([refused.status, refused.body.message]).toEqual([400, 'requesterId must be the id of a user'])
})
