import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#features/clients/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aComment } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  await imported('clients', csv('id,Name', 'C-1,Acme Ltd', 'C-2,Mill Ltd'))
})
afterEach(() => desk.close())

const { imported } = importing(() => root)

const ticket = async (number: string) => (await root.get<TicketDetail>(`/api/tickets/${number}`)).body

test('search still finds a ticket and its comments after a second import has backdated it', async () => {
  const tickets = (createdAt: string) =>
    csv('id,Subject,Client,Created', `T-1,The gate jams,C-1,${createdAt}`)
  const found = async (word: string) =>
    (await root.get<{ total: number }>(`/api/tickets?search=${word}`)).body.total
  await imported('tickets', tickets('2025-04-03'))
  await imported('comments', csv('Ticket,Comment,Internal', 'T-1,A loose hinge,no', 'T-1,A cheap bolt,yes'))
  expect((await imported('tickets', tickets('2024-01-05'))).counts).toMatchObject({ update: 1 })
  expect([await found('gate'), await found('hinge'), await found('bolt')]).toEqual([1, 1, 1])
})

/** A client of Acme, whom the files know by their address. */
async function ana() {
  const client = await desk.signedIn('client', { email: 'ana@acme.example' })
  await imported('people', csv('Email,Client', 'ana@acme.example,C-1'))
  return client
}

test('a client who waits for an answer to a closed ticket waits on when it is imported again', async () => {
  const client = await ana()
  const tickets = (subject: string, updated: string) =>
    csv(
      'id,Number,Subject,Client,Requester,Status,Created,Resolved,Updated',
      `T-1,1,${subject},C-1,ana@acme.example,closed,2025-04-03,2025-04-04,${updated}`,
    )
  await imported('tickets', tickets('The gate jams', '2025-04-05'))
  const { id } = await ticket('TKT-000001')
  await aComment(client, id, 'It jams again')
  const { turnSince, updatedAt } = await ticket(id)
  const again = await imported('tickets', tickets('The gate jammed', '2025-04-06'))
  expect(again.rows[0]?.notes).toEqual([{ field: 'subject' }])
  expect(await ticket(id)).toMatchObject({ turn: 'us', turnSince, updatedAt })
  await imported('tickets', tickets('The gate jammed', '2025-04-06').replace('closed', 'open'))
  expect(await ticket(id)).toMatchObject({ turn: 'us', turnSince })
  await imported('tickets', tickets('The gate jammed', '2025-04-06'))
  expect(await ticket(id)).toMatchObject({ turn: null, turnSince: null })
})

test('a requester who comes by an import inherits what the former one has not read in the chat', async () => {
  await ana()
  const ben = await desk.signedIn('client', { email: 'ben@acme.example' })
  await imported('people', csv('Email,Client', 'ben@acme.example,C-1'))
  const tickets = (name: string) =>
    csv('id,Number,Subject,Client,Requester', `T-1,1,The gate jams,C-1,${name}@acme.example`)
  await imported('tickets', tickets('ana'))
  const { id } = await ticket('TKT-000001')
  expect((await root.post(`/api/tickets/${id}/chat`, { message: 'Which one?' })).status).toBe(201)
  expect((await imported('tickets', tickets('ben'))).counts).toMatchObject({ update: 1 })
  expect((await ben.get('/api/chat/unread')).body).toEqual({ tickets: [{ ticketId: id, unread: 1 }] })
})

test('taking a comment back leaves the status that was imported since an earlier answer was taken back', async () => {
  await ana()
  const tickets = (status: string) =>
    csv(
      'id,Subject,Client,Requester,Status,Created',
      `T-1,The gate jams,C-1,ana@acme.example,${status},2025-04-03`,
    )
  await imported('tickets', tickets('open'))
  const { body: list } = await root.get<TicketPage>('/api/tickets')
  const id = list.tickets[0]!.id
  const said = async (some: object) => {
    const { body } = await root.post<{ id: string }>(`/api/tickets/${id}/comments`, {
      content: 'Well',
      ...some,
    })
    expect((await root.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
  }
  await said({ status: 'resolved' })
  expect(await ticket(id)).toMatchObject({ status: 'open', turn: 'us' })
  await imported('tickets', tickets('closed'))
  await said({ isInternal: true })
  expect(await ticket(id)).toMatchObject({ status: 'closed', turn: null })
})

test('nobody has been answered before they asked, in whatever order files tell of it', async () => {
  const tickets = (created: string) => csv('id,Subject,Client,Created', `T-1,The gate jams,C-1,${created}`)
  const waited = async () => {
    const { rows } = await desk.database.pool.query(
      'select extract(epoch from first_response_at - created_at)::int as seconds from tickets',
    )
    return rows[0]
  }
  await imported('tickets', tickets('2025-04-03'))
  await imported('comments', csv('Ticket,Comment,Created', 'T-1,We look into it,2025-04-01'))
  expect(await waited()).toEqual({ seconds: 0 })
  await imported('tickets', tickets('2025-04-05'))
  expect(await waited()).toEqual({ seconds: 0 })
})

test('a client does not learn that an internal comment was imported again', async () => {
  const client = await ana()
  const comments = (content: string) => csv('id,Ticket,Comment,Internal', `M-1,T-1,${content},yes`)
  await imported('tickets', csv('id,Number,Subject,Client,Requester', 'T-1,1,Hot,C-1,ana@acme.example'))
  await imported('comments', comments('Loose cable'))
  const seen = async () => (await client.get<TicketDetail>('/api/tickets/TKT-000001')).body.version
  const before = await seen()
  expect((await imported('comments', comments('Burnt cable'))).counts).toMatchObject({ update: 1 })
  expect(await seen()).toBe(before)
  await imported('comments', comments('Burnt cable').replace('yes', 'no'))
  expect(await seen()).toBe(before + 1)
})

test('a ticket that goes to another client is named after it, unless the file says for whom it is', async () => {
  const tickets = (client: string, ...customer: string[]) =>
    csv(
      ['id,Number,Subject,Client', ...customer.slice(0, 1)].join(),
      [`T-1,1,The gate jams,${client}`, ...customer.slice(1)].join(),
    )
  await imported('tickets', tickets('C-1'))
  await imported('tickets', tickets('C-2'))
  expect(await ticket('TKT-000001')).toMatchObject({ customerName: 'Mill Ltd', client: { name: 'Mill Ltd' } })
  expect((await root.get<{ total: number }>('/api/tickets?search=acme')).body.total).toBe(0)
  await imported('tickets', tickets('C-1', 'Customer', 'Bakery'))
  await imported('tickets', tickets('C-2'))
  expect(await ticket('TKT-000001')).toMatchObject({ customerName: 'Bakery', client: { name: 'Mill Ltd' } })
  await imported('tickets', tickets('C-1', 'Customer', 'Acme Ltd'))
  await imported('tickets', tickets('C-2', 'Customer', 'Acme Ltd'))
  expect(await ticket('TKT-000001')).toMatchObject({ customerName: 'Acme Ltd', client: { name: 'Mill Ltd' } })
})

test('a ticket that belongs to another client here stays there when only its customer has changed in the file', async () => {
  const tickets = (customer: string) =>
    csv('id,Number,Subject,Client,Customer', `T-1,1,The gate jams,C-1,${customer}`)
  await imported('tickets', tickets('Bakery'))
  const mill = (await root.get<Client[]>('/api/clients')).body.find(({ name }) => name === 'Mill Ltd')!
  await desk.database.pool.query('update tickets set client_id = $1', [mill.id])
  await imported('tickets', tickets('Pastry shop'))
  expect(await ticket('TKT-000001')).toMatchObject({
    customerName: 'Pastry shop',
    client: { name: 'Mill Ltd' },
  })
})

test('an agent who becomes a client in the file is one of the people of the client that it names', async () => {
  const people = (role: string) =>
    csv('id,Email,First name,Last name,Role,Client', `P-1,carl@desk.example,Carl,Desk,${role},C-1`)
  await imported('people', people('agent'))
  await imported('people', people('end-user'))
  const { body } = await root.get<Client[]>('/api/clients')
  expect(body.find(({ name }) => name === 'Acme Ltd')?.clientUsers).toMatchObject([
    { role: 'employee', user: { email: 'carl@desk.example', role: 'client' } },
  ])
})

test.each([
  ['without dates', ''],
  ['of one day', '2025-04-03'],
])('comments %s stand in the order of the file, also once it is imported again', async (_name, date) => {
  await imported('clients', csv('Name', 'Order Ltd'))
  const { rows } = await imported('tickets', csv('id,Subject,Client', `T${date},In order,Order Ltd`))
  const words = Array.from({ length: 12 }, (_, at) => `Word ${at}`)
  const file = csv('Ticket,Comment,Created at', ...words.map((word) => `T${date},${word},${date}`))
  await imported('comments', file)
  const contents = async () => (await ticket(rows[0]!.label)).comments.map(({ content }) => content)
  expect(await contents()).toEqual(words)
  expect((await imported('comments', file)).counts).toEqual({
    create: 0,
    update: 0,
    unchanged: 12,
    refused: 0,
  })
  expect(await contents()).toEqual(words)
})
