import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { createTicket } from '#features/conversation/server/service.ts'
import { aClient, aProduct, assign, aTicket, change, ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { NewTicket, type HistoryEntry, type TicketPage } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let internal: Caller
/** Files for the channel: a client who belongs to no company. */
let channel: Caller
let url: string

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal')
  channel = await desk.signedIn('client')
  url = await desk.listen()
})
afterAll(() => desk.close())

let numbered = 0
/** A company with somebody who looks after its tickets, and somebody who does not. */
async function aCompany() {
  const { id, name } = await aClient(root, { name: `Company ${++numbered}` })
  const [admin, employee] = [await desk.signedIn('client'), await desk.signedIn('client')]
  await assign(root, id, admin.id, 'admin')
  await assign(root, id, employee.id, 'employee')
  return { id, name, admin, employee }
}

/** A ticket that came through the channel. */
const aMessage = (some: Partial<Parameters<typeof ticketInput>[0]> = {}) =>
  desk.work(async (unit) => {
    const { ticket } = await createTicket(
      unit,
      { id: channel.id, role: 'client', managedClientIds: [], clientIds: [] },
      NewTicket.parse(ticketInput({ customerName: 'WhatsApp', ...some })),
      { source: 'whatsapp' },
    )
    return ticket.id
  })

const give = (who: Caller, id: string, clientId: unknown, headers?: Record<string, string>) =>
  who.put<TicketDetail & { message: string }>(`/api/tickets/${id}`, { clientId }, headers)
const statusFor = async (who: Caller, id: string) => (await who.get(`/api/tickets/${id}`)).status
const listOf = async (who: Caller) =>
  (await who.get<TicketPage>('/api/tickets?limit=100')).body.tickets.map(({ id }) => id)

describe('a ticket that came through WhatsApp', () => {
  test('a ticket from WhatsApp is given by the desk to the company it is about, whose people then see it', async () => {
    const acme = await aCompany()
    const id = await aMessage()
    expect(await statusFor(acme.admin, id)).toBe(404)
    const { status, body, headers } = await give(helpdesk, id, acme.id)
    expect([status, headers.etag, body]).toEqual([
      200,
      '"2"',
      expect.objectContaining({
        clientId: acme.id,
        client: expect.objectContaining({ name: acme.name }),
        customerName: acme.name,
        version: 2,
      }),
    ])
    expect(await statusFor(acme.admin, id)).toBe(200)
    expect(await listOf(acme.admin)).toContain(id)
    expect(await statusFor(acme.employee, id)).toBe(404)
    const found = await helpdesk.get<TicketPage>(`/api/tickets?clientId=${acme.id}`)
    expect(found.body.total).toBe(1)
    const byName = await helpdesk.get<TicketPage>(
      `/api/tickets?customerName=${encodeURIComponent(acme.name)}`,
    )
    expect(byName.body.tickets.map((ticket) => ticket.id)).toEqual([id])
  })

  test('a ticket from WhatsApp gets the product of its new company', async () => {
    const acme = await aCompany()
    const productId = await aProduct(root, { name: 'Own Router', clientId: acme.id })
    const id = await aMessage({ productName: 'own router' })
    expect((await give(root, id, acme.id)).body.productId).toBe(productId)
  })

  test('a ticket from WhatsApp is not given the product of its former company again when that is restored', async () => {
    const [wrong, right] = [await aCompany(), await aCompany()]
    const productId = await aProduct(root, { name: 'Former Router', clientId: wrong.id })
    const [moved, left] = [
      await aMessage({ productName: 'Former Router' }),
      await aMessage({ productName: 'Former Router' }),
    ]
    for (const id of [moved, left]) expect((await give(root, id, wrong.id)).body.productId).toBe(productId)
    expect((await root.delete(`/api/products/${productId}`)).status).toBe(200)
    expect((await give(helpdesk, moved, right.id)).body.productId).toBeNull()
    expect((await root.post(`/api/deleted/${productId}/restore`, { withParent: false })).status).toBe(200)
    const productOf = async (id: string) =>
      (await root.get<TicketDetail>(`/api/tickets/${id}`)).body.productId
    expect([await productOf(moved), await productOf(left)]).toEqual([null, productId])
  })

  test('a ticket from WhatsApp disappears at once for people who may no longer see it', async () => {
    const [right, wrong] = [await aCompany(), await aCompany()]
    const id = await aMessage()
    await give(helpdesk, id, wrong.id)
    const [left, got, stranger] = await Promise.all([
      joined(url, wrong.admin),
      joined(url, right.admin),
      joined(url, right.employee),
    ])
    await give(helpdesk, id, right.id)
    await got.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
    await left.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === id)
    expect(await statusFor(wrong.admin, id)).toBe(404)
    expect(await statusFor(right.admin, id)).toBe(200)
    expect(stranger.heard.filter(({ type }) => type.startsWith('ticket:'))).toEqual([])
    for (const socket of [left, got, stranger]) socket.raw.close()
  })

  test('the move of a ticket is in the history, which names no other company to a company', async () => {
    const [right, wrong] = [await aCompany(), await aCompany()]
    const id = await aMessage()
    await give(helpdesk, id, wrong.id)
    await give(helpdesk, id, right.id)
    const moves = async (who: Caller) =>
      (await who.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.flatMap(({ changes }) => changes)
    expect(await moves(internal)).toEqual([
      { field: 'client', from: 'WhatsApp', to: wrong.name },
      { field: 'client', from: wrong.name, to: right.name },
    ])
    expect(await moves(right.admin)).toEqual([
      { field: 'client', from: null, to: null },
      { field: 'client', from: null, to: right.name },
    ])
    const { body } = await root.get<{ entries: { details: unknown[] }[] }>(`/api/audit?subject=${id}`)
    expect(body.entries[0]?.details).toEqual([{ name: 'Client', value: `${wrong.name} → ${right.name}` }])
  })

  test('a ticket from WhatsApp is moved by the desk only', async () => {
    const acme = await aCompany()
    const id = await aMessage()
    for (const who of [internal, channel, acme.admin]) expect((await give(who, id, acme.id)).status).toBe(403)
    expect((await helpdesk.get<TicketDetail>(`/api/tickets/${id}`)).body.version).toBe(1)
  })

  test('a ticket from WhatsApp is not moved to a missing or inactive company', async () => {
    const acme = await aCompany()
    await root.send('PATCH', `/api/clients/${acme.id}`, { isActive: false })
    const id = await aMessage()
    for (const clientId of [acme.id, randomUUID(), 'nonsense', '', null, 7]) {
      const { status, body } = await helpdesk.put<{ issues: { path: string }[] }>(`/api/tickets/${id}`, {
        status: 'closed',
        clientId,
      })
      expect([clientId, status, body.issues]).toEqual([
        clientId,
        400,
        [expect.objectContaining({ path: 'clientId' })],
      ])
    }
    expect((await helpdesk.get<TicketDetail>(`/api/tickets/${id}`)).body).toMatchObject({
      status: 'open',
      version: 1,
    })
  })

  test('a ticket from WhatsApp is not moved with an outdated version', async () => {
    const acme = await aCompany()
    const id = await aMessage()
    await change(internal, id, { status: 'progress' })
    expect((await give(helpdesk, id, acme.id, { 'if-match': '"1"' })).status).toBe(412)
    expect((await give(helpdesk, id, acme.id, { 'if-match': '"2"' })).status).toBe(200)
  })

  test('a ticket from WhatsApp keeps a company name that somebody typed', async () => {
    const acme = await aCompany()
    const id = await aMessage({ customerName: `Typed ${++numbered}` })
    await desk.database.pool.query("update tickets set customer_name = 'Aunt Mia' where id = $1", [id])
    expect((await give(helpdesk, id, acme.id)).body.customerName).toBe('Aunt Mia')
  })
})

describe('a ticket that was filed for the wrong company', () => {
  test('a ticket filed in the browser is moved by the desk: the managers of one company lose it, those of the other get it', async () => {
    const [wrong, right] = [await aCompany(), await aCompany()]
    const filed = [
      await aTicket(wrong.employee, { customerName: wrong.name }),
      await aTicket(helpdesk, { customerName: wrong.name }),
    ]
    const [left, got] = await Promise.all([joined(url, wrong.admin), joined(url, right.admin)])
    for (const [place, { id }] of filed.entries()) {
      expect([await statusFor(wrong.admin, id), await statusFor(right.admin, id)]).toEqual([200, 404])
      const { status, body } = await give(helpdesk, id, right.id)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ clientId: right.id, customerName: right.name }),
      ])
      await got.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
      await left.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === id)
      expect([await statusFor(wrong.admin, id), await statusFor(right.admin, id)]).toEqual([404, 200])
      expect([await listOf(wrong.admin), (await listOf(right.admin)).length]).toEqual([
        filed.slice(place + 1).map((one) => one.id),
        place + 1,
      ])
    }
    for (const socket of [left, got]) socket.raw.close()
  })

  test('managers of both companies read the move in the history, and its author reads it, too', async () => {
    const [wrong, right] = [await aCompany(), await aCompany()]
    const ofBoth = await desk.signedIn('client')
    for (const { id } of [wrong, right]) await assign(root, id, ofBoth.id, 'contact')
    const { id } = await aTicket(wrong.employee)
    await give(helpdesk, id, right.id)
    const moves = async (who: Caller) =>
      (await who.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.flatMap(({ changes }) => changes)
    const move = { field: 'client', from: wrong.name, to: right.name }
    for (const who of [ofBoth, wrong.employee]) expect(await moves(who)).toEqual([move])
    expect(await moves(right.admin)).toEqual([{ ...move, from: null }])
    expect((await wrong.admin.get(`/api/tickets/${id}/history`)).status).toBe(404)
  })

  test('a ticket is moved by the desk only, and naming its own company is no change', async () => {
    const [wrong, right] = [await aCompany(), await aCompany()]
    const ticket = await aTicket(wrong.employee)
    for (const who of [internal, wrong.admin, wrong.employee, right.admin])
      expect((await give(who, ticket.id, right.id)).status).toBe(403)
    expect((await give(helpdesk, ticket.id, ticket.clientId)).body.version).toBe(1)
  })
})
