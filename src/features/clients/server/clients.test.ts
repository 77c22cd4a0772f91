import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Product } from '#features/products/contract.ts'
import { clientUsers } from '#tables/client-users.ts'
import { products } from '#tables/products.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket } from '#test/factories.ts'
import { untilOneWaits } from '#test/database.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
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

test('a change of a company touches only the fields that are sent', async () => {
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

test('companies are listed with nothing but what they are chosen by', async () => {
  const { id, name } = await aCompany({ website: 'https://company.example', contactEmail: 'a@example.com' })
  const { body } = await admin.get<{ id: string }[]>('/api/clients?fields=name')
  expect(body.find((client) => client.id === id)).toEqual({
    id,
    name,
    companyName: name,
    website: 'https://company.example',
    isActive: true,
  })
  const whole = await admin.get<Client[]>('/api/clients')
  expect(body.map((client) => client.id)).toEqual(whole.body.map((client) => client.id))
  const { status, body: refused } = await admin.get<{ message: string }>('/api/clients?fields=email')
  expect([status, refused.message]).toEqual([400, 'fields must be name'])
})

test('a second company of a name is refused, created or renamed, in whatever case and with whatever accents', async () => {
  const name = `Müller ${randomUUID()}`
  const { body: first } = await admin.post<Client>('/api/clients', { name })
  const other = await aCompany()
  const taken = (asked: string) => ({
    status: 409,
    body: { issues: [{ path: 'name', message: `There is already a client called ${asked}.` }] },
  })
  for (const asked of [name, name.toUpperCase(), name.replace('ü', 'u')]) {
    expect(await admin.post('/api/clients', { name: asked })).toMatchObject(taken(asked))
    expect(await patch(other.id, { name: asked })).toMatchObject(taken(asked))
  }
  expect((await listed(other.id))?.name).toBe(other.name)
  expect((await patch(first.id, { name: name.toUpperCase() })).status).toBe(200)
  const all = await Promise.all(
    Array.from({ length: 4 }, () => admin.post('/api/clients', { name: `Once ${name}` })),
  )
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 409)).toHaveLength(3)
})

test('companies that are called alike already are changed in everything but to another taken name', async () => {
  const [one, other] = [await aCompany(), await aCompany()]
  await desk.database.pool.query('update clients set name = $1, name_search = lower($1) where id = $2', [
    one.name,
    other.id,
  ])
  expect((await patch(one.id, { name: one.name, description: 'The first' })).status).toBe(200)
  expect((await patch(other.id, { name: `${one.name} the second` })).status).toBe(200)
})

test('the list of companies is sent again only when it is another', async () => {
  const url = '/api/clients?fields=name'
  const { id, name } = await aCompany()
  const first = await admin.get(url)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const etag = String(first.headers.etag)
  const asked = (headers: Record<string, string>) => desk.app.inject({ url, headers })
  const again = await asked({ cookie: admin.cookie, 'if-none-match': `"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect((await asked({ 'if-none-match': etag })).statusCode).toBe(401)
  const client = await desk.signedIn('client')
  expect((await asked({ cookie: client.cookie, 'if-none-match': etag })).statusCode).toBe(403)

  await patch(id, { name: `${name} anew` })
  const other = await asked({ cookie: admin.cookie, 'if-none-match': etag })
  expect([other.statusCode, other.body.includes(`${name} anew`)]).toEqual([200, true])
  // Further facts about companies do not stay in a browser.
  expect((await admin.get('/api/clients')).headers).toMatchObject({ 'cache-control': 'no-store' })
})

test('a deleted company takes its products and assignments along', async () => {
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

/** Finds an id in any column of any table but the log, which keeps what happened. */
async function placesOf(id: string): Promise<string[]> {
  const { pool } = desk.database
  const { rows } = await pool.query<{ table_name: string; column_name: string }>(`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('uuid', 'text') and table_name <> 'events'`)
  expect(rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual(
    expect.arrayContaining(['client_users.client_id', 'product_users.product_id', 'tickets.product_id']),
  )
  const found: string[] = []
  for (const { table_name, column_name } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from "${table_name}" where "${column_name}"::text = $1 limit 1`,
      [id],
    )
    if (rowCount) found.push(`${table_name}.${column_name}`)
  }
  return found.sort()
}

test('a deleted company takes everything that refers to it or to its products along, and other tickets keep their texts', async () => {
  const { pool } = desk.database
  const [made, other] = [
    await aCompany({ website: 'https://www.leaving.example' }),
    await aCompany({ website: 'staying.example' }),
  ]
  const agent = await desk.person('internal')
  const member = await desk.person('client')
  await admin.post(`/api/clients/${made.id}/users`, { userId: agent.id, role: 'lead' })
  await admin.post(`/api/clients/${made.id}/users`, { userId: member.id, role: 'contact' })
  const { body: product } = await admin.post<Product>('/api/products', {
    name: 'Moves House',
    userAssignments: [{ userId: agent.id, role: 'tester' }],
  })
  const elsewhere = await aTicket(admin, { clientId: other.id, productName: 'Moves House' })
  expect(elsewhere.productId).toBe(product.id)
  await admin.post(`/api/clients/${made.id}/products`, { productId: product.id })
  await pool.query(
    `insert into whatsapp_conversations (phone_number, client_id, product_id) values ('+4712345678', $1, $2)`,
    [made.id, product.id],
  )
  for (const { id } of [made, other]) await admin.get(`/api/clients/${id}/icon`)
  const icons = async () =>
    (await pool.query<{ host: string }>('select host from favicons order by host')).rows.map(
      ({ host }) => host,
    )
  expect(await icons()).toEqual(['staying.example', 'www.leaving.example'])
  expect(await placesOf(made.id)).toEqual([
    'client_users.client_id',
    'clients.id',
    'products.client_id',
    'whatsapp_conversations.client_id',
  ])
  expect(await placesOf(product.id)).toEqual([
    'product_users.product_id',
    'products.id',
    'tickets.product_id',
    'whatsapp_conversations.product_id',
  ])

  expect((await admin.delete(`/api/clients/${made.id}`)).status).toBe(200)
  expect([await placesOf(made.id), await placesOf(product.id)]).toEqual([['deleted_things.id'], []])
  expect(await icons()).toEqual(['staying.example'])
  const { body: after } = await admin.get<TicketDetail>(`/api/tickets/${elsewhere.id}`)
  expect([after.productId, after.productName]).toEqual([null, 'Moves House'])
  expect((await desk.signIn(member.email)).id).toBe(member.id)
})

test('an icon stays while another company has the same website', async () => {
  const [one, two] = [
    await aCompany({ website: 'https://shared.example/one' }),
    await aCompany({ website: 'shared.example' }),
  ]
  await admin.get(`/api/clients/${one.id}/icon`)
  const kept = async () =>
    (await desk.database.pool.query(`select 1 from favicons where host = 'shared.example'`)).rowCount
  await admin.delete(`/api/clients/${one.id}`)
  expect(await kept()).toBe(1)
  await patch(two.id, { website: 'elsewhere.example' })
  expect(await kept()).toBe(0)
})

test('a company needs a name alone, is active, and a person is assigned to it without a role named', async () => {
  const made = await aCompany()
  expect(made).toMatchObject({
    isActive: true,
    description: null,
    contactEmail: null,
    contactPhone: null,
    address: null,
    website: null,
    products: [],
    clientUsers: [],
  })
  expect((await admin.post('/api/clients', { name: 'No mail', contactEmail: '' })).status).toBe(201)
  for (const [body, message] of [
    [{}, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x', contactEmail: 'x' }, 'Invalid email'],
  ] as const)
    expect((await admin.post('/api/clients', body)).body.message).toBe(message)

  const { id: userId, email } = await desk.person('client', { firstName: 'Ada', lastName: 'Berg' })
  const assign = (body: unknown) => admin.post(`/api/clients/${made.id}/users`, body)
  expect((await assign({ userId: '', role: 'admin' })).body.message).toBe('User is required')
  expect((await assign({ userId, role: '' })).body.message).toBe('Role is required')
  expect((await assign({ userId })).status).toBe(201)
  expect((await assign({ userId, role: 'admin' })).status).toBe(409)
  expect((await listed(made.id))?.clientUsers).toEqual([
    {
      user: {
        id: userId,
        firstName: 'Ada',
        lastName: 'Berg',
        email,
        role: 'client',
        isActive: true,
        isEmailConfirmed: true,
      },
      role: 'assigned',
    },
  ])
})

test('a company with tickets is not deleted, and the answer says what to do instead', async () => {
  const made = await aCompany()
  await aTicket(admin, { clientId: made.id })
  const { status, body } = await admin.delete(`/api/clients/${made.id}`)
  expect([status, body.message]).toEqual([
    409,
    'This client has tickets, so it cannot be deleted. Make it inactive instead.',
  ])
  expect(await listed(made.id)).toBeDefined()
})

test('a company is given an existing product or a new one, and none of another company', async () => {
  const [made, other] = [await aCompany(), await aCompany()]
  const add = (id: string, body: unknown) => admin.post<Product>(`/api/clients/${id}/products`, body)
  const { body: free } = await admin.post<Product>('/api/products', { name: 'Free' })
  expect((await add(made.id, { productId: free.id })).status).toBe(201)
  expect((await add(other.id, { productId: free.id })).status).toBe(409)
  expect((await add(made.id, { name: 'Fresh', version: '2.0' })).body.clientId).toBe(made.id)
  expect((await listed(made.id))?.products.map(({ name }) => name)).toEqual(['Free', 'Fresh'])
  expect((await add(made.id, {})).status).toBe(400)
})

// The embedded database has one connection, on which nobody waits for a row.
test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'a product that another company is getting at the same time stays with that one',
  async () => {
    const [made, other] = [await aCompany(), await aCompany()]
    const { body: free } = await admin.post<Product>('/api/products', { name: 'Wanted by two' })
    let waiting: Promise<{ status: number; body: { message?: string } }> | undefined
    await desk.database.db.transaction(async (tx) => {
      await tx.update(products).set({ clientId: made.id }).where(eq(products.id, free.id))
      waiting = admin.post(`/api/clients/${other.id}/products`, { productId: free.id })
      await untilOneWaits(desk.database)
    })
    const { status, body } = await waiting!
    expect([status, body.message]).toEqual([409, 'This product belongs to another client.'])
    expect((await listed(made.id))?.products.map(({ id }) => id)).toEqual([free.id])
  },
)

test('an assignment to a company is removed once', async () => {
  const made = await aCompany()
  const agent = await desk.person('internal')
  await admin.post(`/api/clients/${made.id}/users`, { userId: agent.id, role: 'lead' })
  const path = `/api/clients/${made.id}/users/${agent.id}`
  expect((await admin.delete(path)).status).toBe(200)
  expect((await admin.delete(path)).status).toBe(404)
  expect((await listed(made.id))?.clientUsers).toEqual([])
})

test('a person who is taken off a company no longer sees its tickets, at once', async () => {
  const made = await aCompany()
  const contact = await desk.signedIn('client')
  await admin.post(`/api/clients/${made.id}/users`, { userId: contact.id, role: 'contact' })
  const ticket = await aTicket(admin, { clientId: made.id })
  expect((await contact.get(`/api/tickets/${ticket.id}`)).status).toBe(200)
  await admin.delete(`/api/clients/${made.id}/users/${contact.id}`)
  expect((await contact.get(`/api/tickets/${ticket.id}`)).status).toBe(404)
})

test('an agent who becomes a client is taken off their companies, and belongs to none of them', async () => {
  const made = await aCompany({ contactEmail: 'office@made.example' })
  const [manager, agent] = [await desk.signedIn('client'), await desk.person('internal')]
  await admin.post(`/api/clients/${made.id}/users`, { userId: manager.id, role: 'admin' })
  await admin.post(`/api/clients/${made.id}/users`, { userId: agent.id, role: 'lead' })
  expect((await admin.put(`/api/users/${agent.id}`, { role: 'client' })).status).toBe(200)
  expect((await listed(made.id))?.clientUsers.map(({ user }) => user.id)).toEqual([manager.id])

  const former = await desk.signIn(agent.email)
  const { clientId, ...typed } = await aTicket(former, { customerName: 'A house of their own' })
  expect([clientId === made.id, typed.customerName]).toEqual([false, 'A house of their own'])
  const { id } = await aTicket(former, { customerName: made.name })
  const { body } = await former.get<TicketDetail>(`/api/tickets/${id}`)
  expect(body.client).not.toHaveProperty('contactEmail')
  expect((await manager.get(`/api/tickets/${id}`)).status).toBe(404)
})

test('an agent who becomes a client while their company is deleted does not come back with it', async () => {
  const made = await aCompany()
  const [agent, keeper] = [await desk.person('internal'), await desk.person('client')]
  await admin.post(`/api/clients/${made.id}/users`, { userId: agent.id, role: 'manager' })
  await admin.post(`/api/clients/${made.id}/users`, { userId: keeper.id, role: 'contact' })
  expect((await admin.delete(`/api/clients/${made.id}`)).status).toBe(200)
  expect((await admin.put(`/api/users/${agent.id}`, { role: 'client' })).status).toBe(200)
  expect((await admin.post(`/api/deleted/${made.id}/restore`, { withParent: false })).status).toBe(200)
  expect((await listed(made.id))?.clientUsers.map(({ user }) => user.id)).toEqual([keeper.id])
})

test('a person who joins or leaves a company is told of it, and so are its managers', async () => {
  const made = await aCompany()
  const nora = await desk.signedIn('client')
  const [manager, stranger] = [await desk.signedIn('client'), await desk.signedIn('client')]
  await admin.post(`/api/clients/${made.id}/users`, { userId: manager.id, role: 'admin' })
  const base = await desk.listen()
  const sockets = await Promise.all([admin, manager, nora, stranger].map((one) => joined(base, one)))
  /** Counts how often each has heard it, once the desk has heard it so often. */
  async function told(times: number): Promise<number[]> {
    await vi.waitFor(async () => expect(await sockets[0]!.said('clients:changed')).toHaveLength(times), {
      timeout: 15_000,
      interval: 250,
    })
    const heard = await Promise.all(sockets.map((socket) => socket.said('clients:changed')))
    return heard.map(({ length }) => length)
  }
  const known = (await sockets[0]!.said('clients:changed')).length
  // Once that is told, so is what was before.
  await patch(made.id, { name: 'Under one name' })
  const before = await told(known + 1)
  const since = async (times: number) =>
    (await told(known + 1 + times)).map((count, place) => count - before[place]!)

  await admin.post(`/api/clients/${made.id}/users`, { userId: nora.id, role: 'contact' })
  expect(await since(1)).toEqual([1, 1, 1, 0])
  await admin.delete(`/api/clients/${made.id}/users/${nora.id}`)
  expect(await since(2)).toEqual([2, 2, 2, 0])
  await patch(made.id, { name: 'Under another name' })
  expect(await since(3)).toEqual([3, 2, 2, 0])
  for (const socket of sockets) await socket.close()
})
