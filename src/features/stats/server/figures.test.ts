import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/products/contract.ts'
import { aClient, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { ClientFigures, ProductFigures } from '../contract.ts'

let desk: TestApp
let admin: Caller
let internal: Caller
const now = '2026-07-10T12:00:00Z'

beforeAll(async () => {
  desk = await startApp()
  desk.clock.set(now)
  admin = await desk.signedIn('super_user')
  internal = await desk.signedIn('internal')
})
afterAll(() => desk.close())

test('the figures of a company count its own tickets, products and people, week by week', async () => {
  const { id: clientId } = await aClient(admin, { name: 'Counted' })
  await aTicket(admin, { customerName: 'Someone else' })
  await admin.post(`/api/clients/${clientId}/users`, { userId: internal.id, role: 'lead' })
  await admin.post(`/api/clients/${clientId}/products`, { name: 'Its product' })
  desk.clock.set('2026-04-11T12:00:00Z')
  await aTicket(admin, { clientId })
  desk.clock.set('2026-04-10T12:00:00Z')
  await aTicket(admin, { clientId })
  desk.clock.set(now)
  const resolved = await aTicket(admin, { clientId })
  await change(internal, resolved.id, { status: 'resolved' })
  const closed = await aTicket(admin, { clientId })
  await change(internal, closed.id, { status: 'closed' })

  const { status, body } = await admin.get<ClientFigures>(`/api/clients/${clientId}/stats`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    totalTickets: 4,
    openTickets: 2,
    resolvedTickets: 2,
    totalProducts: 1,
    totalUsers: 1,
  })
  expect(body.byStatus).toEqual(
    expect.arrayContaining([
      { status: 'open', tickets: 2 },
      { status: 'resolved', tickets: 1 },
      { status: 'closed', tickets: 1 },
    ]),
  )
  expect(body.weeks).toHaveLength(13)
  expect(body.weeks[0]).toEqual({ from: '2026-04-11', created: 1, resolved: 0 })
  expect(body.weeks.at(-1)).toEqual({ from: '2026-07-04', created: 2, resolved: 2 })
})

test('the figures of a product say how long its tickets took, and are empty for a product without tickets', async () => {
  const { body: product } = await admin.post<Product>('/api/products', { name: 'Measured' })
  const figures = async () => (await admin.get<ProductFigures>(`/api/products/${product.id}/stats`)).body
  expect(await figures()).toEqual({
    totalTickets: 0,
    openTickets: 0,
    resolvedTickets: 0,
    byStatus: [],
    averageResolutionTime: 'N/A',
    lastActivity: null,
  })
  const one = await aTicket(admin, { productName: 'Measured' })
  const other = await aTicket(admin, { productName: 'Measured' })
  desk.clock.advance(2 * 3600_000)
  await change(internal, one.id, { status: 'resolved' })
  desk.clock.advance(2 * 3600_000)
  await change(internal, other.id, { status: 'resolved' })
  await aTicket(admin, { productName: 'Measured' })
  expect(await figures()).toMatchObject({
    totalTickets: 3,
    openTickets: 1,
    resolvedTickets: 2,
    averageResolutionTime: '3h',
    lastActivity: expect.stringMatching(/^2026-07-10T16:00/),
  })
})

test('a missing company or product has no figures', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await admin.get(`/api/clients/${nobody}/stats`)).status).toBe(404)
  expect((await admin.get(`/api/products/${nobody}/stats`)).status).toBe(404)
})
