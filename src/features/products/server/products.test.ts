import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { productTag, type Product, type TeamEntry } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

let numbered = 0
async function aProduct(some: Record<string, unknown> = {}): Promise<Product> {
  const { status, body } = await helpdesk.post<Product>('/api/products', {
    name: `Product ${++numbered}`,
    ...some,
  })
  expect(status).toBe(201)
  return body
}
const productOf = async (who: Caller, id: string) =>
  (await who.get<Product[]>('/api/products')).body.find((product) => product.id === id)

test('helpdesk creates a product with a team, and everybody at the desk sees it so', async () => {
  const member = await desk.person('internal')
  const made = await aProduct({
    techStack: [' go ', '', 'go', 'rust'],
    userAssignments: [{ userId: member.id, role: 'lead' }],
  })
  expect(made).toMatchObject({ status: 'active', isActive: true, techStack: ['go', 'rust'], client: null })
  expect((await productOf(admin, made.id))?.productUsers).toEqual([
    { role: 'lead', user: expect.objectContaining({ id: member.id, email: member.email, role: 'internal' }) },
  ])
})

test('internal staff and clients see of a product only what they may', async () => {
  const made = await aProduct({ description: 'Secret plans' })
  const internal = await desk.signedIn('internal')
  expect(Object.keys((await productOf(internal, made.id)) ?? {}).sort()).toEqual([
    'id',
    'name',
    'status',
    'version',
  ])
  expect(await productOf(await desk.signedIn('client'), made.id)).toBeUndefined()
})

test('a change of a product touches only the fields that are sent, and may empty them', async () => {
  const made = await aProduct({ description: 'Old', version: '1', repositoryUrl: 'https://example.com/a' })
  const { status, body } = await helpdesk.send<Product>('PATCH', `/api/products/${made.id}`, {
    description: '',
    repositoryUrl: '',
    status: 'maintenance',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...made,
    description: '',
    repositoryUrl: null,
    status: 'maintenance',
    updatedAt: body.updatedAt,
  })
})

test('a product is given to a client and taken away again', async () => {
  const company = await aClient(admin)
  const made = await aProduct()
  const give = (clientId: string | null) =>
    helpdesk.send<Product>('PATCH', `/api/products/${made.id}`, { clientId })
  expect((await give(company.id)).body.client).toMatchObject({ id: company.id })
  expect((await give(null)).body.client).toBeNull()
  expect((await give('00000000-0000-4000-8000-000000000000')).status).toBe(400)
})

test('a product that has changed since it was seen stays as it is, and the answer shows it', async () => {
  const company = await aClient(admin)
  const made = await aProduct()
  const give = (seen: Product) =>
    helpdesk.send<{ current: Product }>(
      'PATCH',
      `/api/products/${made.id}`,
      { clientId: company.id },
      { 'if-match': productTag(seen) },
    )
  desk.clock.advance(1)
  await helpdesk.send('PATCH', `/api/products/${made.id}`, { version: '2' })
  const refused = await give(made)
  expect(refused.status).toBe(412)
  expect(refused.body.current).toMatchObject({ id: made.id, version: '2', client: null })
  expect((await give(refused.body.current)).status).toBe(200)
  expect((await productOf(admin, made.id))?.clientId).toBe(company.id)
})

test.each([
  [{ name: ' ' }, 'Name is required'],
  [{ repositoryUrl: 'x' }, 'Repository URL must be a web address'],
])('a new product %j is refused with its sentence', async (some, message) => {
  const { status, body } = await helpdesk.post('/api/products', { name: 'Some product', ...some })
  expect([status, body.message]).toEqual([400, message])
})

test('a new product needs only a name, and stores every field that is sent', async () => {
  expect(await aProduct({ repositoryUrl: '' })).toMatchObject({
    status: 'active',
    isActive: true,
    version: null,
    description: null,
    documentation: null,
    repositoryUrl: null,
    techStack: [],
    clientId: null,
    productUsers: [],
  })
  const all = {
    name: `Product ${++numbered}`,
    description: 'Lights up',
    version: '2.1',
    status: 'deprecated',
    techStack: ['go'],
    repositoryUrl: 'https://example.com/lamp',
    documentation: 'Read the back',
  }
  expect(await aProduct(all)).toMatchObject(all)
})

test.each([
  [{ name: '' }, 'Name is required'],
  [{ repositoryUrl: 'javascript:alert(1)' }, 'Repository URL must be a web address'],
  [{}, 'Nothing to change: send at least one field of the product'],
])('a change of a product to %j is refused with its sentence', async (change, message) => {
  const made = await aProduct()
  const { status, body } = await helpdesk.send('PATCH', `/api/products/${made.id}`, change)
  expect([status, body.message]).toEqual([400, message])
})

test('a member joins the team of a product once, and leaves it', async () => {
  const made = await aProduct()
  const { id: userId } = await desk.person('internal')
  const add = (body: unknown) => helpdesk.post<TeamEntry>(`/api/products/${made.id}/users`, body)
  const added = await add({ userId })
  expect([added.status, added.body.role, added.body.user.id]).toEqual([201, 'developer', userId])
  expect((await add({ userId, role: 'lead' })).status).toBe(409)
  const path = `/api/products/${made.id}/users/${userId}`
  expect((await helpdesk.delete(path)).status).toBe(200)
  expect((await helpdesk.delete(path)).status).toBe(404)
  expect((await productOf(helpdesk, made.id))?.productUsers).toEqual([])
})

test('clients, deactivated users and unknown roles do not join a team', async () => {
  const made = await aProduct()
  const add = (body: unknown) => helpdesk.post(`/api/products/${made.id}/users`, body)
  const client = await desk.person('client')
  expect((await add({ userId: client.id })).status).toBe(400)
  const gone = await desk.person('internal')
  await admin.post(`/api/users/${gone.id}/disable`)
  expect((await add({ userId: gone.id })).status).toBe(400)
  expect((await add({ userId: '' })).body.message).toBe('User ID is required')
  const { body } = await add({ userId: gone.id, role: 'boss' })
  expect(body.message).toBe('Role must be one of: developer, lead, tester, manager')
})

test('staff who become clients leave their teams, and do not come back with a product from Deleted', async () => {
  const [made, deleted] = [await aProduct(), await aProduct()]
  const [agent, other] = [await desk.person('internal'), await desk.person('internal')]
  for (const { id } of [made, deleted])
    for (const person of [agent, other])
      expect((await admin.post(`/api/products/${id}/users`, { userId: person.id })).status).toBe(201)
  expect((await admin.delete(`/api/products/${deleted.id}`)).status).toBe(200)
  expect((await admin.put(`/api/users/${agent.id}`, { role: 'client' })).status).toBe(200)
  expect((await admin.post(`/api/deleted/${deleted.id}/restore`, { withParent: false })).status).toBe(200)
  for (const { id } of [made, deleted])
    expect((await productOf(admin, id))?.productUsers?.map(({ user }) => user.id)).toEqual([other.id])
})

test('a missing product cannot be changed', async () => {
  const nowhere = '/api/products/00000000-0000-4000-8000-000000000000'
  expect((await helpdesk.send('PATCH', nowhere, { name: '' })).status).toBe(404)
  expect((await helpdesk.post(`${nowhere}/users`, {})).status).toBe(404)
})
