import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTicket, ticketInput } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const account = {
  email: 'new@example.com',
  firstName: 'Ada',
  lastName: 'Berg',
  companyName: 'Acme',
  password,
}

test.each(['\u200b', '\u00ad\u2060', '\u202e', '\ufeff \u3164', '\u2800', '\u{e0061}'])(
  'a text of which nothing is seen is none, wherever one is required: %j',
  async (unseen) => {
    const { id } = await aTicket(ana)
    const calls: [Caller, string, string, object, string][] = [
      ...(['subject', 'description', 'customerName', 'productName'] as const).map(
        (field): [Caller, string, string, object, string] => [
          ana,
          'POST',
          '/api/tickets',
          ticketInput({ [field]: unseen }),
          field,
        ],
      ),
      [ana, 'POST', `/api/tickets/${id}/comments`, { content: unseen }, 'content'],
      [ana, 'POST', `/api/tickets/${id}/chat`, { message: unseen }, 'message'],
      [root, 'POST', '/api/clients', { name: unseen }, 'name'],
      [root, 'POST', '/api/products', { name: unseen }, 'name'],
      [root, 'POST', '/api/users', { ...account, firstName: unseen }, 'firstName'],
      [root, 'POST', '/api/users', { ...account, lastName: unseen }, 'lastName'],
      [desk.nobody, 'POST', '/api/auth/register', { ...account, firstName: unseen }, 'firstName'],
      [ana, 'PUT', '/api/profile', { firstName: 'A', lastName: unseen, email: 'a@example.com' }, 'lastName'],
      [root, 'POST', '/api/views', { name: unseen, query: 'status=open', sharedWith: null }, 'name'],
      [root, 'POST', '/api/saved-answers', { title: unseen, text: 'x', sharedWith: [] }, 'title'],
    ]
    for (const [by, method, url, body, field] of calls) {
      const answer = await by.send<{ issues?: { path: string }[] }>(method, url, body)
      expect([url, answer.status, answer.body.issues?.map(({ path }) => path)]).toEqual([url, 400, [field]])
    }
  },
)

test('an address is read as it was copied: at registration, by administrators, at sign-in and for clients', async () => {
  const { status } = await desk.nobody.post('/api/auth/register', {
    ...account,
    email: '\u202aAda <Ada@Example.com>\u202c',
  })
  expect(status).toBe(201)
  for (const email of [
    'ada@example.com',
    'mailto:ada@example.com',
    '"Berg, Ada" <ada@example.com>',
    '\u200bada@example.com',
  ])
    expect([email, (await desk.nobody.post('/api/auth/login', { email, password })).status]).toEqual([
      email,
      200,
    ])
  const made = await root.post('/api/users', { ...account, email: 'Bo <bo@example.com>' })
  expect([made.status, made.body['email']]).toEqual([201, 'bo@example.com'])
  const client = await root.post('/api/clients', {
    name: 'Mail Ltd',
    contactEmail: 'mailto:office@mail.example',
  })
  expect(client.body['contactEmail']).toBe('office@mail.example')
  const changed = await ana.put('/api/profile', {
    firstName: 'Ana',
    lastName: 'Berg',
    email: 'Ana <person-new@example.com>',
    companyName: 'Acme',
  })
  expect(changed.status).toBe(200)
})
