import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#tables/clients.ts'
import { aClient, assign, aProduct, aTicket, ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { AuditPage } from '#features/audit/contract.ts'
import { NewTicket, type HistoryEntry, type TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '../contract.ts'
import { createTicket } from './service.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller
let root: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

test('a ticket with only the required fields gets the stated defaults', async () => {
  const ticket = await aTicket(ana)
  expect(ticket).toMatchObject({
    status: 'open',
    priority: 'medium',
    category: 'other',
    source: 'web',
    projectName: null,
    productId: null,
    assignedToId: null,
    assignedTo: null,
    resolvedAt: null,
    createdById: ana.id,
    version: 1,
    comments: [],
  })
  expect(ticket.ticketNumber).toMatch(/^TKT-\d{6}$/)
  expect(ticket.createdAt).toBe(ticket.updatedAt)
})

test('a ticket keeps its texts as they were written, without the space around them', async () => {
  const ticket = await aTicket(ana, {
    subject: '  Printer “on fire” 🔥 ',
    description: 'First\n\n  second',
    projectName: ' Move ',
    category: 'hardware',
    priority: 'critical',
  })
  expect(ticket).toMatchObject({
    subject: 'Printer “on fire” 🔥',
    description: 'First\n\n  second',
    projectName: 'Move',
    category: 'hardware',
    priority: 'critical',
  })
})

test.each([
  ['subject', 'Subject is required'],
  ['description', 'Description is required'],
  ['customerName', 'Customer is required'],
  ['productName', 'Product is required'],
])('a ticket without %s is refused with: %s', async (field, message) => {
  const { [field as 'subject']: _, ...without } = ticketInput()
  for (const body of [without, { ...without, [field]: '' }, { ...without, [field]: ' \n\t' }]) {
    const answer = await ana.post('/api/tickets', body)
    expect([answer.status, answer.body]).toEqual([400, { message, issues: [{ path: field, message }] }])
  }
})

test('a sender cannot set the fields that the server sets', async () => {
  const { body } = await ana.post<TicketDetail>('/api/tickets', {
    ...ticketInput(),
    status: 'closed',
    source: 'whatsapp',
    createdById: helpdesk.id,
    assignedToId: helpdesk.id,
    ticketNumber: 'TKT-000000',
    createdAt: '2001-01-01T00:00:00.000Z',
    version: 9,
  })
  expect(body).toMatchObject({
    status: 'open',
    source: 'web',
    createdById: ana.id,
    assignedToId: null,
    version: 1,
  })
  expect(body.ticketNumber).not.toBe('TKT-000000')
  expect(body.createdAt > '2020').toBe(true)
})

test('thirty people who submit at once get thirty different numbers in one unbroken series', async () => {
  const first = Number((await aTicket(ana)).ticketNumber.slice(4))
  const tickets = await Promise.all(Array.from({ length: 30 }, () => aTicket(ana)))
  const numbers = tickets.map((ticket) => Number(ticket.ticketNumber.slice(4))).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 30 }, (_, place) => first + 1 + place))
})

test('a number is not given again after its ticket is deleted', async () => {
  const gone = await aTicket(ana)
  await helpdesk.delete(`/api/tickets/${gone.id}`)
  expect((await aTicket(ana)).ticketNumber > gone.ticketNumber).toBe(true)
})

test('the answer to a new ticket equals a later read of it, for every author and requester', async () => {
  const bea = await desk.signedIn('client')
  const { id: clientId } = await aClient(root, { name: 'Company of Bea', contactEmail: 'office@bea.example' })
  await assign(root, clientId, bea.id, 'contact')
  const submitted: [Caller, Partial<NewTicket>][] = [
    [ana, {}],
    [bea, {}],
    [helpdesk, { customerName: 'A company that nobody knows' }],
    [helpdesk, { customerName: 'company of bea' }],
    [helpdesk, { customerName: 'company of bea', requesterId: bea.id }],
    [helpdesk, { clientId, requesterId: bea.id, assignedToId: helpdesk.id }],
  ]
  for (const [who, input] of submitted) {
    const ticket = await aTicket(who, input)
    expect((await who.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body).toEqual(ticket)
  }
})

describe('the company of a new ticket', () => {
  const countOf = (name: string) => desk.database.db.$count(clients, eq(clients.name, name))

  test('staff name the company of a new ticket by its id', async () => {
    const acme = await aClient(root, { name: 'Named by id' })
    const ticket = await aTicket(helpdesk, { clientId: acme.id, customerName: 'Something else' })
    expect(ticket).toMatchObject({
      clientId: acme.id,
      customerName: 'Something else',
      client: { name: 'Named by id' },
    })
  })

  test('staff who name a missing company are refused', async () => {
    const clientId = '00000000-0000-4000-8000-000000000000'
    const { status, body } = await helpdesk.post('/api/tickets', ticketInput({ clientId }))
    expect([status, body.issues]).toEqual([400, [{ path: 'clientId', message: 'There is no such client' }]])
  })

  test('staff who name an inactive company are refused, and may once it is active again', async () => {
    const { id: clientId } = await aClient(root, { name: 'Asleep' })
    const submit = () => helpdesk.post('/api/tickets', ticketInput({ clientId }))
    await root.send('PATCH', `/api/clients/${clientId}`, { isActive: false })
    const { status, body } = await submit()
    const message = 'Tickets can only be submitted for active clients'
    expect([status, body.issues]).toEqual([400, [{ path: 'clientId', message }]])
    await root.send('PATCH', `/api/clients/${clientId}`, { isActive: true })
    expect((await submit()).status).toBe(201)
  })

  test('a ticket is not submitted for an inactive company by typing its name either, by whomever', async () => {
    const { id } = await aClient(root, { name: 'Closed Down' })
    const member = await desk.signedIn('client')
    await assign(root, id, member.id, 'employee')
    await root.send('PATCH', `/api/clients/${id}`, { isActive: false })
    const message = 'Tickets can only be submitted for active clients'
    for (const who of [helpdesk, root, ana, member]) {
      const { status, body } = await who.post('/api/tickets', ticketInput({ customerName: 'closed  DOWN' }))
      expect([status, body.issues]).toEqual([400, [{ path: 'customerName', message }]])
    }
    const { body } = await helpdesk.post(
      '/api/tickets',
      ticketInput({ clientId: id, requesterId: member.id }),
    )
    expect(body.issues).toEqual([{ path: 'clientId', message }])
    const found = await helpdesk.get<TicketPage>(`/api/tickets?clientId=${id}`)
    expect(found.body.total).toBe(0)
  })

  test('a message to the channel becomes a ticket although its company is inactive: its author chooses none', async () => {
    const { id } = await aClient(root, { name: 'Channel' })
    await root.send('PATCH', `/api/clients/${id}`, { isActive: false })
    const input = NewTicket.parse(ticketInput({ customerName: 'Channel' }))
    const author = { id: ana.id, role: 'client', managedClientIds: [], clientIds: [] } as const
    const { ticket } = await desk.work((unit) => createTicket(unit, author, input, { source: 'whatsapp' }))
    expect(ticket.clientId).toBe(id)
  })

  test('a client cannot name a company by its id', async () => {
    const victim = await aClient(root, { name: 'Victim' })
    const ticket = await aTicket(ana, { clientId: victim.id, customerName: 'My own shop' })
    expect(ticket.clientId).not.toBe(victim.id)
  })

  test('a client’s ticket goes to their own company, first to the one whose name they type', async () => {
    const bea = await desk.signedIn('client')
    const north = await aClient(root, { name: 'North' })
    const south = await aClient(root, { name: 'South' })
    await assign(root, north.id, bea.id, 'employee')
    await assign(root, south.id, bea.id, 'employee')
    expect((await aTicket(bea, { customerName: 'SOUTH ' })).clientId).toBe(south.id)
    expect((await aTicket(bea, { customerName: 'Anything' })).clientId).toBe(north.id)
  })

  test('a company that is known by name is found whatever the case', async () => {
    const known = await aClient(root, { name: 'Müller & Söhne' })
    expect((await aTicket(ana, { customerName: 'MÜLLER & SÖHNE' })).clientId).toBe(known.id)
    expect((await aTicket(helpdesk, { customerName: 'müller & söhne' })).clientId).toBe(known.id)
  })

  test('a name that is not known becomes a new company', async () => {
    const ticket = await aTicket(ana, { customerName: 'Brand new Ltd' })
    expect(ticket.client.name).toBe('Brand new Ltd')
    expect(await countOf('Brand new Ltd')).toBe(1)
  })

  test('the first tickets of a new company that come at once create it once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => desk.signedIn('client')))
    const tickets = await Promise.all(
      Array.from({ length: 12 }, (_, place) => aTicket(others[place % 4]!, { customerName: 'All at once' })),
    )
    expect(new Set(tickets.map((ticket) => ticket.clientId)).size).toBe(1)
    expect(await countOf('All at once')).toBe(1)
  })
})

describe('the product of a new ticket', () => {
  test('the product of a ticket is found by its name, the company’s own first', async () => {
    const acme = await aClient(root, { name: 'Product owner' })
    const ours = await aProduct(helpdesk, { name: 'Gateway', clientId: acme.id })
    const everybodys = await aProduct(helpdesk, { name: 'Gateway' })
    expect((await aTicket(helpdesk, { clientId: acme.id, productName: 'gateway' })).productId).toBe(ours)
    expect((await aTicket(ana, { productName: 'GATEWAY', customerName: 'No owner' })).productId).toBe(
      everybodys,
    )
  })

  test('the product of a ticket is free text when no product has that name', async () => {
    const ticket = await aTicket(ana, { productName: 'Abacus' })
    expect(ticket).toMatchObject({ productName: 'Abacus', productId: null })
  })

  test('the product of a ticket is never another company’s', async () => {
    const other = await aClient(root, { name: 'Someone else' })
    await aProduct(helpdesk, { name: 'Secret engine', clientId: other.id })
    expect((await aTicket(ana, { productName: 'Secret engine' })).productId).toBeNull()
  })
})

test('a ticket of a deactivated user is refused and nothing of it is stored', async () => {
  const gone = await desk.signedIn('client')
  await desk.database.db.execute(sql`update users set is_active = false where id = ${gone.id}`)
  expect((await gone.post('/api/tickets', ticketInput({ customerName: 'Ghost' }))).status).toBe(401)
  expect(await desk.database.db.$count(clients, eq(clients.name, 'Ghost'))).toBe(0)
})

describe('a ticket that the desk submits for somebody', () => {
  async function aCompany() {
    const company = await aClient(root, { name: `Brightwater ${crypto.randomUUID()}` })
    const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
    await assign(root, company.id, rosie.id, 'employee')
    return { company, rosie }
  }
  const refusalOf = async (by: Caller, some: Partial<NewTicket>) => {
    const { status, body } = await by.post('/api/tickets', ticketInput(some))
    return [status, body.issues]
  }
  const noPerson = [
    400,
    [{ path: 'requesterId', message: 'The requester must be an active person of this client' }],
  ]
  const notStaff = [400, [{ path: 'assignedToId', message: 'Tickets can be assigned to active staff only' }]]

  test.each(['helpdesk', 'super_user'] as const)(
    'is the requester’s own when a %s enters it: they see it, talk in it, and history and audit say who entered it',
    async (role) => {
      const { company, rosie } = await aCompany()
      const clara = await desk.signedIn(role, { firstName: 'Clara', lastName: 'Finch' })
      const ticket = await aTicket(clara, { clientId: company.id, requesterId: rosie.id })
      expect(ticket).toMatchObject({
        clientId: company.id,
        createdById: rosie.id,
        createdBy: { id: rosie.id, firstName: 'Rosie' },
        assignedToId: null,
        version: 1,
      })
      expect((await rosie.get<TicketPage>('/api/tickets')).body.tickets.map(({ id }) => id)).toEqual([
        ticket.id,
      ])
      expect((await rosie.post(`/api/tickets/${ticket.id}/chat`, { message: 'Thank you' })).status).toBe(201)
      const [submitted] = (await rosie.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)).body
      expect(submitted).toMatchObject({
        what: 'created',
        by: { firstName: 'Clara' },
        onBehalfOf: { firstName: 'Rosie' },
      })
      const { body } = await root.get<AuditPage>(`/api/audit?type=ticket.created&subject=${ticket.id}`)
      expect(body.entries).toMatchObject([
        {
          actor: { firstName: 'Clara' },
          details: expect.arrayContaining([{ name: 'On behalf of', value: 'Rosie Hargreaves' }]),
        },
      ])
    },
  )

  test('has an assignee from the start, who hears of it as of any other assignment', async () => {
    const { company, rosie } = await aCompany()
    const igor = await desk.signedIn('internal')
    const ticket = await aTicket(helpdesk, {
      clientId: company.id,
      requesterId: rosie.id,
      assignedToId: igor.id,
    })
    expect(ticket).toMatchObject({ assignedToId: igor.id, assignedTo: { id: igor.id } })
    const { body } = await rosie.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)
    expect(body.map(({ what }) => what)).toEqual(['created', 'changed'])
    expect(body[1]?.changes).toMatchObject([{ field: 'assignedTo', from: null }])
  })

  test('has a requester who is an active person of that very company', async () => {
    const { company, rosie } = await aCompany()
    const other = await aCompany()
    const agent = await desk.signedIn('internal')
    await assign(root, company.id, agent.id, 'assigned')
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const requesterId of [other.rosie.id, agent.id, helpdesk.id, nobody])
      expect(await refusalOf(helpdesk, { clientId: company.id, requesterId })).toEqual(noPerson)
    expect(await refusalOf(helpdesk, { customerName: 'Not known before', requesterId: rosie.id })).toEqual(
      noPerson,
    )
    expect(await desk.database.db.$count(clients, eq(clients.name, 'Not known before'))).toBe(0)
    await root.post(`/api/users/${rosie.id}/disable`)
    expect(await refusalOf(helpdesk, { clientId: company.id, requesterId: rosie.id })).toEqual(noPerson)
  })

  test('goes to nobody who is not active staff', async () => {
    const { company, rosie } = await aCompany()
    expect(await refusalOf(helpdesk, { clientId: company.id, assignedToId: rosie.id })).toEqual(notStaff)
    const gone = await desk.signedIn('internal')
    await root.post(`/api/users/${gone.id}/disable`)
    expect(await refusalOf(helpdesk, { clientId: company.id, assignedToId: gone.id })).toEqual(notStaff)
  })

  test('is nothing that internal staff enter, and what clients say of it is ignored', async () => {
    const { company, rosie } = await aCompany()
    const igor = await desk.signedIn('internal')
    for (const some of [{ requesterId: rosie.id }, { assignedToId: igor.id }])
      expect((await refusalOf(igor, { clientId: company.id, ...some }))[0]).toBe(403)
    expect((await refusalOf(igor, { clientId: company.id }))[0]).toBe(201)
    const own = await aTicket(ana, { requesterId: rosie.id, assignedToId: helpdesk.id })
    expect(own).toMatchObject({ createdById: ana.id, assignedToId: null })
  })
})
