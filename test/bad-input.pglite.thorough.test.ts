import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { labelLimits } from '#features/labels/contract.ts'
import { answerLimits } from '#features/saved-answers/contract.ts'
import { viewLimits } from '#features/views/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { limits } from '#platform/contract/limits.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { choicesOf, expectRefusal, schemaOf, typesOf, type Refusal } from '#test/refusal.ts'
import { bodyOf, keyOf, urlOf, type Ids } from '#test/samples.ts'
import { someThings } from '#test/things.ts'

let desk: TestApp
let root: Caller
let ids: Ids

beforeAll(async () => {
  desk = await startApp({ settings: { LOGIN_FAILURES_PER_15_MINUTES: 1_000_000 } })
  root = await desk.signedIn('super_user')
  ids = await someThings(desk, root)
  // Without mail settings nobody can forget their password.
  await root.put('/api/admin/email-settings', bodyOf['PUT /api/admin/email-settings']!(ids))
})
afterAll(() => desk.close())

/** Status of a call with sound input. */
function soundAnswer({ path, status = 200 }: Endpoint): number {
  if (path === '/api/auth/login') return 401
  // Nothing was sent there.
  if (path === '/api/profile/photo') return 400
  // No mail server is there to take it.
  if (path === '/api/admin/test-email') return 409
  // A link that nobody was mailed.
  if (path === '/api/auth/reset' || path.endsWith('/email/confirm'))
    return path.includes(':id') ? status : 400
  // No text messages are sent.
  if (path === '/api/profile/mobile-proof') return 409
  // Nothing was sent to this address.
  if (path === '/api/profile/photo') return 400
  // The version is not that of the request.
  const isRefused = ['/api/role-requests/', '/api/deleted/', '/api/inbound/'].some((start) =>
    path.startsWith(start),
  )
  return isRefused ? 409 : status
}

const withBody = () => desk.served.filter(({ body }) => body)
const sampleOf = (endpoint: Endpoint) => bodyOf[keyOf(endpoint)]!(ids)
const send = (endpoint: Endpoint, body: unknown, headers?: Record<string, string>) =>
  root.send<Refusal>(endpoint.method, urlOf(endpoint, ids), body, headers)
const raw = (endpoint: Endpoint, text: string, type = 'application/json') =>
  send(endpoint, text, { 'content-type': type })

const fieldsOf = (endpoint: Endpoint) => Object.entries(schemaOf(endpoint.body!).properties)

const longest: Record<string, number> = {
  email: limits.email,
  password: limits.passwordMaxBytes,
  currentPassword: limits.passwordMaxBytes,
  newPassword: limits.passwordMaxBytes,
  firstName: limits.name,
  lastName: limits.name,
  companyName: limits.name,
  setupToken: 100,
  subject: limits.subject,
  description: limits.description,
  customerName: limits.name,
  productName: limits.name,
  projectName: limits.name,
  name: limits.name,
  version: limits.name,
  documentation: limits.description,
  contactPhone: limits.name,
  address: limits.subject,
  'POST /api/admin/mailboxes address': limits.email,
  'PUT /api/admin/mailboxes/:id address': limits.email,
  'PUT /api/tickets/:id/supplier address': limits.email,
  'PUT /api/tickets/:id/supplier number': limits.name,
  senderName: limits.name,
  scope: limits.subject,
  folder: limits.name,
  moveTo: limits.name,
  clientSecret: 8192,
  refreshToken: 8192,
  website: limits.subject,
  content: limits.comment,
  note: limits.comment,
  draft: limits.comment,
  message: limits.chatMessage,
  filename: limits.fileName,
  host: limits.host,
  authenticationServer: limits.host,
  username: limits.email,
  token: 100,
  type: limits.fileName,
  'POST /api/views name': viewLimits.name,
  'PATCH /api/views/:id name': viewLimits.name,
  'POST /api/labels name': labelLimits.name,
  'PATCH /api/labels/:id name': labelLimits.name,
  query: viewLimits.query,
  title: answerLimits.title,
  text: answerLimits.text,
}
/** Checked by a pattern that nothing long can fit, or that has no length of its own. */
const patterned = new Set([
  'createdById',
  'photoURL',
  'mobileNumber',
  'contactEmail',
  'repositoryUrl',
  'fromEmail',
  'replyToEmail',
  'userId',
  'ticketId',
  'personId',
  'clientId',
  'productId',
  'assignedToId',
  'requesterId',
  'code',
  'tokenUrl',
])
let filledBefore = 0
function filled(field: string, length: number): string {
  // Some are given only once.
  const text = (long: number) => String(++filledBefore).padStart(long, 'x')
  if (field === 'filename') return `${text(length - 4)}.txt`
  return field === 'email' ? `${text(length - 12)}@example.com` : text(length)
}

test('every call with a body has a sample here, and accepts it', async () => {
  expect(withBody().map(keyOf).sort()).toEqual(Object.keys(bodyOf).sort())
  for (const endpoint of withBody()) {
    expect(Object.keys(sampleOf(endpoint)).sort()).toEqual(
      fieldsOf(endpoint)
        .map(([name]) => name)
        .sort(),
    )
    const { status } = await send(endpoint, sampleOf(endpoint))
    expect([keyOf(endpoint), status]).toEqual([keyOf(endpoint), soundAnswer(endpoint)])
  }
})

test('a missing required field is named', async () => {
  expect.hasAssertions()
  for (const endpoint of withBody())
    for (const field of schemaOf(endpoint.body!).required ?? []) {
      const { [field]: _, ...without } = sampleOf(endpoint)
      expectRefusal(`${keyOf(endpoint)} without ${field}`, field, await send(endpoint, without))
    }
})

test('a body in which no field is known is refused at a field that is missing', async () => {
  expect.hasAssertions()
  for (const endpoint of withBody())
    for (const body of [{}, { nonsense: null }, { server: null }, { emailTemplate: {} }]) {
      const { status, body: refusal } = await send(endpoint, body)
      if (status !== 400) continue
      const places = refusal.issues?.map(({ path }) => path) ?? []
      const call = [keyOf(endpoint), body]
      expect([...call, places.length > 0, places.filter((path) => path === '')]).toEqual([...call, true, []])
    }
})

test('a field of the wrong type is named and never converted', async () => {
  const values: Record<string, unknown> = {
    string: 'words',
    number: 7,
    array: [],
    object: {},
    null: null,
    boolean: true,
  }
  for (const endpoint of withBody())
    for (const [field, property] of fieldsOf(endpoint)) {
      const allowed = typesOf(property)
      const wrong = Object.entries(values).filter(([type]) => !allowed.includes(type))
      expect(wrong.length).toBeGreaterThan(2)
      for (const [type, value] of [
        ...wrong,
        ...(allowed.includes('array') ? [] : [['list', [sampleOf(endpoint)[field]]] as const]),
      ])
        expectRefusal(
          `${keyOf(endpoint)} with ${field} as ${type}`,
          field,
          await send(endpoint, { ...sampleOf(endpoint), [field]: value }),
        )
      if (property.items)
        for (const value of [7, null, [], { userId: 7 }])
          expectRefusal(
            `${keyOf(endpoint)} with ${field} of ${JSON.stringify(value)}`,
            field,
            await send(endpoint, { ...sampleOf(endpoint), [field]: [value] }),
          )
    }
})

test('a text one character too long is named, and one at the limit is accepted', async () => {
  for (const endpoint of withBody())
    for (const [field, property] of fieldsOf(endpoint)) {
      if (!typesOf(property).includes('string') || choicesOf(property) || patterned.has(field)) continue
      const limit = longest[`${keyOf(endpoint)} ${field}`] ?? longest[field]
      expect([`the limit of ${field} is known`, limit]).toEqual([
        `the limit of ${field} is known`,
        expect.any(Number),
      ])
      // The address of a mailbox or a supplier is one of email, not of a street.
      const isEmail = /^\/api\/admin\/mailboxes|\/supplier$/.test(endpoint.path) && field === 'address'
      const form = isEmail ? 'email' : field
      const over = { ...sampleOf(endpoint), [field]: filled(form, limit! + 1) }
      expectRefusal(`${keyOf(endpoint)} with a long ${field}`, field, await send(endpoint, over))
      // A right length is not enough: it must also be the right text.
      if (['POST /api/users/:id/erasure', 'POST /api/auth/password'].includes(keyOf(endpoint))) continue
      if (field === 'currentPassword') continue
      const { status } = await send(endpoint, { ...sampleOf(endpoint), [field]: filled(form, limit!) })
      expect([keyOf(endpoint), field, status]).toEqual([keyOf(endpoint), field, soundAnswer(endpoint)])
    }
})

test('lengths count characters as people do, not halves of them', async () => {
  const { status } = await root.post('/api/tickets', {
    ...bodyOf['POST /api/tickets']!(ids),
    subject: '🔥'.repeat(limits.subject),
  })
  expect(status).toBe(201)
})

test('a value outside its list is named', async () => {
  expect.hasAssertions()
  for (const endpoint of withBody())
    for (const [field, property] of fieldsOf(endpoint)) {
      const choices = choicesOf(property)
      if (!choices) continue
      const first = String(choices[0])
      const isAlsoList = typesOf(property).includes('array')
      for (const value of [
        'nonsense',
        '',
        first.toUpperCase(),
        `${first} `,
        ...(isAlsoList ? [] : [[first]]),
      ])
        expectRefusal(
          `${keyOf(endpoint)} with ${field} ${String(value)}`,
          field,
          await send(endpoint, { ...sampleOf(endpoint), [field]: value }),
        )
    }
})

test('a NUL is refused wherever a text may stand', async () => {
  for (const endpoint of withBody()) {
    for (const [field, property] of fieldsOf(endpoint)) {
      if (!typesOf(property).includes('string')) continue
      expectRefusal(
        `${keyOf(endpoint)} with NUL in ${field}`,
        field,
        await send(endpoint, { ...sampleOf(endpoint), [field]: 'a\0b' }),
      )
    }
    expect((await send(endpoint, { ...sampleOf(endpoint), 'un\0known': 1 })).status).toBe(400)
  }
})

describe('malformed bodies', () => {
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  const bodies: [string, string, number][] = [
    ['broken JSON', '{"subject":', 400],
    ['no JSON at all', 'subject=1', 400],
    ['a JSON text', '"text"', 400],
    ['a JSON null', 'null', 400],
    ['a JSON number', '1', 400],
    ['a JSON list', '[]', 400],
    ['nothing', '', 400],
    ['a prototype', '{"__proto__":{"isInternal":true}}', 400],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
    ['lists in lists', deep('[', ']', 50_000), 400],
    ['things in things', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 400],
    ['a deep unknown field', `{"x":${deep('[', ']', 50_000)}}`, 400],
    ['a mebibyte and one', JSON.stringify({ x: 'x'.repeat(limits.jsonBodyBytes - 7) }), 413],
  ]
  test.each(bodies)('every call refuses a body that is %s', async (_what, text, expected) => {
    for (const endpoint of withBody()) {
      const { status, body } = await raw(endpoint, text)
      expect([keyOf(endpoint), status, body]).toEqual([
        keyOf(endpoint),
        expected,
        expect.objectContaining({ message: expect.any(String) }),
      ])
    }
  })

  test('every call refuses another content type', async () => {
    for (const endpoint of withBody())
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonx',
      ]) {
        // Frames can be sent nothing but forms.
        if (endpoint.path.endsWith('/page') && type.includes('form-urlencoded')) continue
        const { status, body } = await raw(endpoint, JSON.stringify(sampleOf(endpoint)), type)
        expect([keyOf(endpoint), type, status, body]).toEqual([
          keyOf(endpoint),
          type,
          415,
          { message: expect.any(String) },
        ])
      }
  })
})

test('a body of exactly one mebibyte is read', async () => {
  const { status } = await root.send(
    'POST',
    '/api/tickets',
    JSON.stringify({ x: 'x'.repeat(limits.jsonBodyBytes - 8) }),
    {
      'content-type': 'application/json',
    },
  )
  expect(status).toBe(400)
})

test('an unknown field, or part of a query, is ignored', async () => {
  const extra = {
    id: ids.ticket,
    ticketNumber: 'TKT-000000',
    status: 'closed',
    source: 'whatsapp',
    createdById: ids.person,
    isAdmin: true,
  }
  const { status, body } = await root.post('/api/tickets', { ...bodyOf['POST /api/tickets']!(ids), ...extra })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'open', source: 'web', createdById: root.id })
  expect(body.id).not.toBe(ids.ticket)
  expect((await root.get('/api/tickets?nonsense=1&__proto__=1')).status).toBe(200)
})

test('a caller cannot choose the id or the times of a new ticket or user', async () => {
  const chosen = {
    id: ids.ticket,
    createdAt: '2001-01-01T00:00:00.000Z',
    updatedAt: '2001-01-01T00:00:00.000Z',
    resolvedAt: '2001-01-01T00:00:00.000Z',
  }
  const newUser = { ...bodyOf['POST /api/users']!(ids), email: 'chosen.id@example.com' }
  const made = [
    await root.post('/api/tickets', { ...bodyOf['POST /api/tickets']!(ids), ...chosen }),
    await root.post('/api/users', { ...newUser, ...chosen }),
  ]
  for (const { status, body } of made) {
    expect(status).toBe(201)
    expect(body.id).not.toBe(chosen.id)
    expect(body.createdAt).not.toBe(chosen.createdAt)
    expect(body.resolvedAt ?? null).toBeNull()
  }
})

test('a malformed email address is refused with a message', async () => {
  for (const url of [
    '/api/tickets/%E0%A4%A',
    '/api/%',
    '/api/tickets/%00',
    `/api/tickets/${'x'.repeat(5000)}`,
    '/api/tickets/../nothing',
  ]) {
    const { status, body } = await root.get(url)
    expect([url, status >= 400 && status < 500, body]).toEqual([url, true, { message: expect.any(String) }])
  }
})

test('an empty or too long Idempotency-Key is named', async () => {
  for (const key of ['', 'x'.repeat(limits.idempotencyKey + 1)]) {
    const { status, body } = await root.post('/api/tickets', bodyOf['POST /api/tickets']!(ids), {
      'idempotency-key': key,
    })
    expect([status, body.message]).toEqual([400, expect.stringContaining('Idempotency-Key')])
  }
})
