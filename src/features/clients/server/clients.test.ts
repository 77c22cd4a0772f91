import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/products/contract.ts'
import { clientUsers } from '#tables/client-users.ts'
import { products } from '#tables/products.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Client } from '../contract.ts'

let desk: TestApp
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

let numbered = 0
async function aCompany(some: Record<string, unknown> = {}): Promise<Client> {
  const { status, body } = await admin.post<Client>('/api/clients', {
    name: `Company ${++numbered}`,
    ...some,
  })
  expect(status).toBe(201)
  return body
}
const patch = (id: string, change: unknown) =>
  admin.send<Client & { message?: string }>('PATCH', `/api/clients/${id}`, change)
const listed = async (id: string) =>
  (await admin.get<Client[]>('/api/clients')).body.find((client) => client.id === id)

test('only what is sent of a company is changed', async () => {
  const made = await aCompany({ description: 'Makes things', contactEmail: 'a@example.com' })
  const { status, body } = await patch(made.id, { contactEmail: '', address: 'Main Street 1' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...made, contactEmail: null, address: 'Main Street 1', updatedAt: body.updatedAt })
  expect((await patch(made.id, { name: '' })).body.message).toBe('Name is required')
  expect((await patch(made.id, { contactEmail: 'nonsense' })).body.message).toBe('Invalid email')
  expect((await patch(made.id, {})).status).toBe(400)
})

test('a renamed company is found by its new name when a ticket names it', async () => {
  const made = await aCompany()
  await patch(made.id, { name: `Renamed ${numbered}` })
  const ticket = await aTicket(admin, { customerName: `renamed ${numbered}` })
  expect(ticket.clientId).toBe(made.id)
})

test('an inactive company stays in the list and says so', async () => {
  const made = await aCompany()
  expect((await patch(made.id, { isActive: false })).body.isActive).toBe(false)
  expect((await listed(made.id))?.isActive).toBe(false)
})

test('a company goes with its products and assignments, and nothing is left behind', async () => {
  const made = await aCompany()
  const other = await aCompany()
  const person = await desk.person('client')
  await admin.post(`/api/clients/${made.id}/users`, { userId: person.id, role: 'admin' })
  await admin.post(`/api/clients/${made.id}/products`, { name: 'Its product' })
  await admin.post(`/api/clients/${other.id}/products`, { name: 'Another product' })
  expect((await admin.delete(`/api/clients/${made.id}`)).status).toBe(200)

  const { db } = desk.database
  expect(await db.select().from(clientUsers).where(eq(clientUsers.clientId, made.id))).toEqual([])
  expect(await db.select().from(products).where(eq(products.clientId, made.id))).toEqual([])
  expect((await listed(other.id))?.products).toHaveLength(1)
  expect((await admin.delete(`/api/clients/${made.id}`)).status).toBe(404)
})

test('a company with tickets is not deleted, and what to do instead is said', async () => {
  const made = await aCompany()
  await aTicket(admin, { clientId: made.id })
  const { status, body } = await admin.delete(`/api/clients/${made.id}`)
  expect([status, body.message]).toEqual([
    409,
    'This client has tickets, so it cannot be deleted. Make it inactive instead.',
  ])
  expect(await listed(made.id)).toBeDefined()
})

test('a company is given a product there is, a new one, and none of another company', async () => {
  const [made, other] = [await aCompany(), await aCompany()]
  const add = (id: string, body: unknown) => admin.post<Product>(`/api/clients/${id}/products`, body)
  const { body: free } = await admin.post<Product>('/api/products', { name: 'Free' })
  expect((await add(made.id, { productId: free.id })).status).toBe(201)
  expect((await add(other.id, { productId: free.id })).status).toBe(409)
  expect((await add(made.id, { name: 'Fresh', version: '2.0' })).body.clientId).toBe(made.id)
  expect((await listed(made.id))?.products.map(({ name }) => name)).toEqual(['Free', 'Fresh'])
  expect((await add(made.id, {})).status).toBe(400)
})

test('an assignment is taken away, once', async () => {
  const made = await aCompany()
  const agent = await desk.person('internal')
  await admin.post(`/api/clients/${made.id}/users`, { userId: agent.id, role: 'lead' })
  const path = `/api/clients/${made.id}/users/${agent.id}`
  expect((await admin.delete(path)).status).toBe(200)
  expect((await admin.delete(path)).status).toBe(404)
  expect((await listed(made.id))?.clientUsers).toEqual([])
})

test('who is taken off a company no longer sees its tickets, at once', async () => {
  const made = await aCompany()
  const contact = await desk.signedIn('client')
  await admin.post(`/api/clients/${made.id}/users`, { userId: contact.id, role: 'contact' })
  const ticket = await aTicket(admin, { clientId: made.id })
  expect((await contact.get(`/api/tickets/${ticket.id}`)).status).toBe(200)
  await admin.delete(`/api/clients/${made.id}/users/${contact.id}`)
  expect((await contact.get(`/api/tickets/${ticket.id}`)).status).toBe(404)
})
