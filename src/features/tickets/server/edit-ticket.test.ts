import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aProduct, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { HistoryEntry, TicketPage } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let internal: Caller
let url: string

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal')
  url = await desk.listen()
})
afterAll(() => desk.close())

const put = (who: Caller, id: string, body: object, headers?: Record<string, string>) =>
  who.put<TicketDetail & { issues?: { path: string }[] }>(`/api/tickets/${id}`, body, headers)
const detailOf = async (who: Caller, id: string) => (await who.get<TicketDetail>(`/api/tickets/${id}`)).body
const found = async (who: Caller, query: string) =>
  (await who.get<TicketPage>(`/api/tickets?${query}`)).body.tickets.map(({ id }) => id)
const changesOf = async (who: Caller, id: string) =>
  (await who.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.flatMap(({ changes }) => changes)

let numbered = 0
async function aCase() {
  const client = await aClient(root, { name: `Edited ${++numbered}` })
  const people = [await desk.signedIn('client'), await desk.signedIn('client')] as const
  for (const { id } of people) await assign(root, client.id, id, 'employee')
  const ticket = await aTicket(people[0], {
    customerName: client.name,
    subject: `Wrogn subject ${numbered}`,
    description: 'Nothing works',
    productName: 'Printer',
  })
  return { client, rosie: people[0], sofia: people[1], ticket }
}

test('staff edit each fact, one event each, and search finds the ticket by the new words at once', async () => {
  const { ticket, rosie } = await aCase()
  const edits = [
    { subject: `Xylophone ${numbered}` },
    { description: `It is a marimba${numbered}` },
    { category: 'network' },
    { customerName: 'Aunt Mia' },
    { productName: 'Scanner' },
    { projectName: 'Move' },
  ]
  for (const who of [helpdesk, rosie]) expect(await found(who, `search=marimba${numbered}`)).toEqual([])
  for (const edit of edits) expect((await put(internal, ticket.id, edit)).status).toBe(200)
  expect(await detailOf(rosie, ticket.id)).toMatchObject({
    ...Object.assign({}, ...edits),
    version: ticket.version + edits.length,
  })
  for (const who of [helpdesk, rosie]) {
    expect(await found(who, `search=marimba${numbered}`)).toEqual([ticket.id])
    expect(await found(who, `search=Wrogn%20subject%20${numbered}`)).toEqual([])
    expect(await found(who, 'category=network')).toContain(ticket.id)
  }
  expect(await changesOf(rosie, ticket.id)).toEqual([
    { field: 'subject', from: ticket.subject, to: `Xylophone ${numbered}` },
    { field: 'description', from: null, to: null },
    { field: 'category', from: 'other', to: 'network' },
    { field: 'customerName', from: ticket.customerName, to: 'Aunt Mia' },
    { field: 'productName', from: 'Printer', to: 'Scanner' },
    { field: 'projectName', from: null, to: 'Move' },
  ])
  expect((await put(internal, ticket.id, { projectName: null })).body.projectName).toBeNull()
})

test('an edit of nothing is no event, and an empty text is refused with the name of its field', async () => {
  const { ticket } = await aCase()
  const { subject, category, productName } = ticket
  expect((await put(helpdesk, ticket.id, { subject, category, productName })).body.version).toBe(1)
  for (const field of ['subject', 'description', 'customerName', 'productName']) {
    const { status, body } = await put(helpdesk, ticket.id, { [field]: '  ' })
    expect([field, status, body.issues?.[0]?.path]).toEqual([field, 400, field])
  }
})

test('facts are edited by staff only, and not over a version that nobody has seen', async () => {
  const { ticket, rosie } = await aCase()
  expect((await put(rosie, ticket.id, { subject: 'Mine' })).status).toBe(403)
  await change(helpdesk, ticket.id, { status: 'progress' })
  expect((await put(internal, ticket.id, { subject: 'Late' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await put(internal, ticket.id, { subject: 'Seen' }, { 'if-match': '"2"' })).status).toBe(200)
})

test('another name of the product finds the product of the client', async () => {
  const { ticket, client } = await aCase()
  const productId = await aProduct(root, { name: `Router ${numbered}`, clientId: client.id })
  const { body } = await put(internal, ticket.id, { productName: `router ${numbered}` })
  expect(body.productId).toBe(productId)
})

test('another requester sees the ticket, and the former one loses it, in lists and on the socket', async () => {
  const { ticket, rosie, sofia } = await aCase()
  const [left, got] = await Promise.all([joined(url, rosie), joined(url, sofia)])
  expect([(await found(rosie, '')).length, (await found(sofia, '')).length]).toEqual([1, 0])
  expect((await put(internal, ticket.id, { createdById: sofia.id })).status).toBe(200)
  await got.hears(({ type, ticket: one }) => type === 'ticket:update' && one?.id === ticket.id)
  await left.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === ticket.id)
  expect([(await found(rosie, '')).length, await found(sofia, '')]).toEqual([0, [ticket.id]])
  expect((await rosie.get(`/api/tickets/${ticket.id}`)).status).toBe(404)
  expect((await detailOf(sofia, ticket.id)).createdBy.id).toBe(sofia.id)
  expect(await found(helpdesk, `requesterId=${sofia.id}`)).toEqual([ticket.id])
  const [{ field, from, to }] = (await changesOf(helpdesk, ticket.id)) as [HistoryEntry['changes'][number]]
  expect([field, typeof from, typeof to]).toEqual(['requester', 'string', 'string'])
  for (const socket of [left, got]) socket.raw.close()
})

test('the requester is a person of the client, staff, or a former requester; others are refused', async () => {
  const { ticket, sofia } = await aCase()
  const { sofia: stranger } = await aCase()
  for (const createdById of [stranger.id, ticket.id, 'nonsense', null]) {
    const { status, body } = await put(helpdesk, ticket.id, { createdById })
    expect([createdById, status, body.issues?.[0]?.path]).toEqual([createdById, 400, 'createdById'])
  }
  const alone = await desk.signedIn('client')
  const typed = await aTicket(alone, { customerName: ticket.customerName! })
  for (const createdById of [sofia.id, alone.id, helpdesk.id])
    expect((await put(helpdesk, typed.id, { createdById })).status).toBe(200)
})

test('staff outside the desk do not become requester by their own hand, for a requester reads the chat', async () => {
  const { ticket, rosie } = await aCase()
  expect((await put(internal, ticket.id, { createdById: internal.id })).status).toBe(403)
  expect((await internal.get(`/api/tickets/${ticket.id}/chat`)).status).toBe(403)
  const own = await aTicket(internal)
  expect((await put(internal, own.id, { createdById: helpdesk.id })).status).toBe(200)
  expect((await put(internal, own.id, { createdById: internal.id })).status).toBe(200)
  expect((await put(helpdesk, ticket.id, { createdById: internal.id })).status).toBe(200)
  expect((await put(internal, ticket.id, { createdById: rosie.id })).status).toBe(200)
})

test('former texts of a deleted ticket are gone from the log for good, and back with the restored one', async () => {
  const { ticket } = await aCase()
  await put(helpdesk, ticket.id, { subject: 'A better one' })
  const textsOf = async () => {
    const { rows } = await desk.database.pool.query<{ texts: unknown }>(
      `select data -> 'texts' as texts from events where ticket_id = $1 and type = 'ticket.changed'`,
      [ticket.id],
    )
    return rows.map(({ texts }) => texts)
  }
  const told = [{ subject: { from: ticket.subject, to: 'A better one' } }]
  expect(await textsOf()).toEqual(told)
  await root.delete(`/api/tickets/${ticket.id}`)
  expect(await textsOf()).toEqual([null])
  await root.post(`/api/deleted/${ticket.id}/restore`, { withParent: false })
  expect(await textsOf()).toEqual(told)
})
