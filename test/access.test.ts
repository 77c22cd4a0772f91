import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, type Role } from '#features/users/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { listRoutes } from '#test/routes.ts'

let desk: TestApp
const caller = new Map<Role, Caller>()
const as = (role: Role) => caller.get(role)!

beforeAll(async () => {
  desk = await startApp()
  for (const role of roles) caller.set(role, await desk.signedIn(role))
  // A desk with a ticket refuses demo data, which would take seconds.
  await aTicket(as('super_user'))
})
afterAll(() => desk.close())

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** The design, written down a second time: a call that is not here may not exist. */
const everybody = ['nobody', ...roles]
const mayCall: Record<string, readonly string[]> = {
  'GET /api/auth/user': roles,
  'GET /api/auth/options': everybody,
  'POST /api/auth/login': everybody,
  'POST /api/auth/register': everybody,
  'POST /api/auth/logout': everybody,
  'GET /api/logout': everybody,
  'POST /api/auth/forgot': everybody,
  'POST /api/auth/reset': everybody,
  'POST /api/auth/email/confirm': everybody,
  'PUT /api/auth/approval': ['super_user'],
  'DELETE /api/auth/approval': ['super_user'],
  'GET /api/auth/password': roles,
  'POST /api/auth/password': roles,
  'POST /api/users/:id/invitation': ['super_user'],
  'POST /api/users/:id/email/confirm': ['super_user'],
  'GET /api/admin/email-settings': ['super_user'],
  'PUT /api/admin/email-settings': ['super_user'],
  'GET /api/admin/email-health': ['super_user'],
  'GET /api/admin/mailboxes': ['super_user'],
  'POST /api/admin/mailboxes': ['super_user'],
  'PUT /api/admin/mailboxes/:id': ['super_user'],
  'POST /api/admin/mailboxes/:id/check': ['super_user'],
  'DELETE /api/admin/mailboxes/:id': ['super_user'],
  'POST /api/admin/test-email': ['super_user'],
  'POST /api/admin/email-preview': ['super_user'],
  'POST /api/admin/email-preview/page': ['super_user'],
  'GET /api/tickets': roles,
  'POST /api/tickets': roles,
  'POST /api/tickets/:id/follow-up': roles,
  'GET /api/tickets/counts': roles,
  'GET /api/tickets/export': ['helpdesk', 'super_user'],
  'GET /api/tickets/export/selected': roles,
  'GET /api/tickets/:id': roles,
  'GET /api/tickets/:id/history': roles,
  'PATCH /api/comments/:id': roles,
  'GET /api/tickets/:id/participants': roles,
  'GET /api/tickets/:id/people': roles,
  'POST /api/tickets/:id/participants': roles,
  'POST /api/tickets/:id/participants/:participantId/confirm': ['helpdesk', 'super_user'],
  'DELETE /api/tickets/:id/participants/:participantId': roles,
  'PUT /api/tickets/:id': ['internal', 'helpdesk', 'super_user'],
  'GET /api/labels': ['internal', 'helpdesk', 'super_user'],
  'POST /api/labels': ['helpdesk', 'super_user'],
  'PATCH /api/labels/:id': ['helpdesk', 'super_user'],
  'DELETE /api/labels/:id': ['helpdesk', 'super_user'],
  'PUT /api/tickets/:id/labels/:labelId': ['internal', 'helpdesk', 'super_user'],
  'DELETE /api/tickets/:id/labels/:labelId': ['internal', 'helpdesk', 'super_user'],
  'DELETE /api/tickets/:id': ['helpdesk', 'super_user'],
  'GET /api/tickets/:id/comments': roles,
  'POST /api/tickets/:id/comments': roles,
  'DELETE /api/tickets/:id/comments/:commentId': roles,
  'POST /api/tickets/:id/comments/:commentId/read': roles,
  'DELETE /api/tickets/:id/comments/:commentId/draft': ['internal', 'helpdesk', 'super_user'],
  'GET /api/tickets/unread': roles,
  'GET /api/tickets/:id/mails': ['internal', 'helpdesk', 'super_user'],
  'GET /api/tickets/:id/chat': roles,
  'POST /api/tickets/:id/chat': roles,
  'POST /api/tickets/:id/chat/:messageId/read': roles,
  'GET /api/chat/unread': roles,
  'POST /api/tickets/:id/attachments': roles,
  'GET /api/attachments/:id': roles,
  'DELETE /api/attachments/:id': ['helpdesk', 'super_user'],
  'GET /api/uploads/limits': roles,
  'GET /api/uploads/s3/params': roles,
  'GET /api/uploads/s3/sts': roles,
  'POST /api/uploads/s3/multipart': roles,
  'GET /api/uploads/s3/multipart/:id': roles,
  'GET /api/uploads/s3/multipart/:id/:part': roles,
  'POST /api/uploads/s3/multipart/:id/complete': roles,
  'DELETE /api/uploads/s3/multipart/:id': roles,
  'POST /api/uploads/:id/finish': roles,
  'DELETE /api/uploads/:id': roles,
  'PUT /api/uploads/object': everybody,
  'GET /api/clients/:id/icon': roles,
  'GET /api/tickets/:id/whatsapp-url': roles,
  'GET /api/tickets/:id/sms-url': roles,
  'GET /api/tickets/:id/mentionable': ['internal', 'helpdesk', 'super_user'],
  'GET /api/tickets/:id/requester': ['internal', 'helpdesk', 'super_user'],
  'GET /api/tickets/:id/readers': ['internal', 'helpdesk', 'super_user'],
  'GET /api/search': roles,
  'GET /api/search/similar': roles,
  'GET /api/search/meant': roles,
  'GET /api/system': ['super_user'],
  'GET /api/stats': ['helpdesk', 'super_user'],
  'GET /api/stats/needs': ['helpdesk', 'super_user'],
  'GET /api/stats/overview': ['helpdesk', 'super_user'],
  'GET /api/stats/day': ['helpdesk', 'super_user'],
  'GET /api/inbound': ['helpdesk', 'super_user'],
  'GET /api/inbound/rules': ['helpdesk', 'super_user'],
  'DELETE /api/inbound/rules/:id': ['helpdesk', 'super_user'],
  'GET /api/inbound/:id': ['helpdesk', 'super_user'],
  'GET /api/inbound/:id/source': ['internal', 'helpdesk', 'super_user'],
  'POST /api/inbound/:id/attach': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/ticket': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/person': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/block': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/drop': ['helpdesk', 'super_user'],
  'PUT /api/tickets/:id/supplier': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/restore': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/split': ['helpdesk', 'super_user'],
  'POST /api/inbound/:id/requester': ['helpdesk', 'super_user'],
  'GET /api/tickets/:id/received-mails': roles,
  'GET /api/clients/:id/domains': ['helpdesk', 'super_user'],
  'PUT /api/clients/:id/domains': ['super_user'],
  'GET /api/admin/inbound-settings': ['super_user'],
  'PUT /api/admin/inbound-settings': ['super_user'],
  'GET /api/saved-answers': ['internal', 'helpdesk', 'super_user'],
  'POST /api/saved-answers': ['internal', 'helpdesk', 'super_user'],
  'PATCH /api/saved-answers/:id': ['internal', 'helpdesk', 'super_user'],
  'DELETE /api/saved-answers/:id': ['internal', 'helpdesk', 'super_user'],
  'GET /api/views': ['internal', 'helpdesk', 'super_user'],
  'GET /api/views/counts': ['internal', 'helpdesk', 'super_user'],
  'POST /api/views': ['internal', 'helpdesk', 'super_user'],
  'PATCH /api/views/:id': ['internal', 'helpdesk', 'super_user'],
  'DELETE /api/views/:id': ['internal', 'helpdesk', 'super_user'],
  'POST /api/tickets/:id/hand-over': ['helpdesk', 'super_user'],
  'DELETE /api/comments/:id': ['helpdesk', 'super_user'],
  'DELETE /api/products/:id': ['helpdesk', 'super_user'],
  'GET /api/deleted': ['helpdesk', 'super_user'],
  'POST /api/deleted/:id/restore': ['helpdesk', 'super_user'],
  'POST /api/deleted/:id/restore-hanging': ['helpdesk', 'super_user'],
  'DELETE /api/deleted/:id': ['super_user'],
  'GET /api/stats/start': ['super_user'],
  'GET /api/demo': ['super_user'],
  'POST /api/demo': ['super_user'],
  'DELETE /api/demo': ['super_user'],
  'GET /api/imports': ['super_user'],
  'POST /api/imports': ['super_user'],
  'GET /api/imports/templates/:kind': ['super_user'],
  'GET /api/imports/:id': ['super_user'],
  'PUT /api/imports/:id/columns': ['super_user'],
  'POST /api/imports/:id/check': ['super_user'],
  'POST /api/imports/:id/run': ['super_user'],
  'GET /api/imports/:id/rows': ['super_user'],
  'GET /api/imports/:id/refused': ['super_user'],
  'DELETE /api/imports/:id': ['super_user'],
  'GET /api/clients/:id/export': ['super_user'],
  'GET /api/settings': roles,
  'PATCH /api/settings': roles,
  'PATCH /api/products/:id': ['helpdesk', 'super_user'],
  'POST /api/products/:id/users': ['helpdesk', 'super_user'],
  'DELETE /api/products/:id/users/:userId': ['helpdesk', 'super_user'],
  'PATCH /api/clients/:id': ['super_user'],
  'DELETE /api/clients/:id': ['super_user'],
  'POST /api/clients/:id/products': ['super_user'],
  'DELETE /api/clients/:id/users/:userId': ['super_user'],
  'GET /api/join-requests': ['super_user'],
  'POST /api/clients/:id/users/:userId/decline': ['super_user'],
  'GET /api/clients/:id/stats': ['helpdesk', 'super_user'],
  'GET /api/products/:id/stats': ['helpdesk', 'super_user'],
  'GET /api/users': ['helpdesk', 'super_user'],
  'GET /api/users/counts': ['super_user'],
  'POST /api/users': ['super_user'],
  'PUT /api/users/:id': ['super_user'],
  'POST /api/users/:id/disable': ['super_user'],
  'DELETE /api/users/:id/bounce': ['helpdesk', 'super_user'],
  'GET /api/users/:id/sessions': ['super_user'],
  'DELETE /api/users/:id/sessions/:session': ['super_user'],
  'GET /api/users/:id/erasure': ['super_user'],
  'GET /api/desk-settings': ['super_user'],
  'PUT /api/desk-settings': ['super_user'],
  'GET /api/retention': ['super_user'],
  'GET /api/retention/:kind/preview': ['super_user'],
  'PUT /api/retention/:kind': ['super_user'],
  'POST /api/users/:id/erasure': ['super_user'],
  'POST /api/users/:id/enable': ['super_user'],
  'GET /api/company-names': ['helpdesk', 'super_user'],
  'GET /api/email-preferences': ['super_user'],
  'GET /api/email-preferences/:userId': ['super_user'],
  'GET /api/email-preferences/problems': ['super_user'],
  'POST /api/email-preferences/problems/retry': ['super_user'],
  'POST /api/email-preferences/problems/:id/retry': ['super_user'],
  'POST /api/email-preferences': ['super_user'],
  'PUT /api/email-preferences/:id': ['super_user'],
  'DELETE /api/email-preferences/:id': ['super_user'],
  'POST /api/email-preferences/defaults/:userId': ['super_user'],
  'POST /api/email-preferences/test': ['super_user'],
  'GET /api/profile/email-preferences': roles,
  'GET /api/profile/mail-client': roles,
  'PUT /api/profile/mail-client': roles,
  'PUT /api/profile/email-preferences': roles,
  'GET /api/role-requests': ['super_user'],
  'POST /api/role-requests/:id/approve': ['super_user'],
  'POST /api/role-requests/:id/deny': ['super_user'],
  'PUT /api/profile': roles,
  'POST /api/profile/password': roles,
  'POST /api/profile/email/confirm': roles,
  'POST /api/profile/email/link': roles,
  'DELETE /api/profile/email': roles,
  'GET /api/profile/mobile': roles,
  'POST /api/profile/mobile-code': roles,
  'POST /api/profile/mobile-proof': roles,
  'POST /api/profile/upload-url': roles,
  'PUT /api/profile/photo': roles,
  'DELETE /api/profile/photo': roles,
  'GET /api/users/:id/photo': roles,
  'GET /api/audit': ['super_user'],
  'GET /api/audit/export': ['super_user'],
  'GET /api/audit/types': ['super_user'],
  'GET /api/sessions': roles,
  'DELETE /api/sessions/:id': roles,
  'GET /api/team': ['helpdesk', 'super_user'],
  'GET /api/products': roles,
  'POST /api/products': ['helpdesk', 'super_user'],
  'GET /api/clients': ['helpdesk', 'super_user'],
  'POST /api/clients': ['super_user'],
  'POST /api/clients/:id/users': ['super_user'],
}

/** The address of a call about something that is not there. */
const nowhere = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, () => randomUUID())

/** Signing out is the one call that would spoil the cast. */
const call = (who: Caller, endpoint: Endpoint) =>
  who.send(
    endpoint.method,
    nowhere(endpoint),
    endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {},
  )

test('exactly the calls that the design allows are served', () => {
  expect(desk.served.map(nameOf).sort()).toEqual(Object.keys(mayCall).sort())
})

/** A router that knows one place by two names tells both. */
const placeOf = (name: string) => name.replaceAll(/:[\w|:]+/g, ':id')
const places = new Set(Object.keys(mayCall).map(placeOf))

test('nothing is served under /api beside the contracts, the progress of uploads and the API page', () => {
  const besides = listRoutes(desk.app)
    .filter(({ method }) => method !== 'HEAD')
    .map(nameOf)
    .filter((route) => route.includes(' /api') && !places.has(placeOf(route)))
  expect(besides.filter((route) => !route.startsWith('GET /api-docs')).sort()).toEqual([
    expect.stringMatching(/^GET \/api\/:token/),
  ])
  const served = listRoutes(desk.app).map((route) => placeOf(nameOf(route)))
  expect(served).toEqual(expect.arrayContaining([...places]))
})

test('nobody gets anything but a refusal from a call that is not open', async () => {
  for (const endpoint of desk.served) {
    const { status, body } = await call(desk.nobody, endpoint)
    const isOpen = mayCall[nameOf(endpoint)]?.includes('nobody')
    expect([nameOf(endpoint), status === 401]).toEqual([nameOf(endpoint), !isOpen])
    expect(status).toBeLessThan(500)
    expect(isOpen || body.message === 'You are not signed in.').toBe(true)
  }
})

test.each(roles)(
  '%s is refused exactly what the role may not use, before anything is looked up',
  async (role) => {
    for (const endpoint of desk.served.filter(({ path }) => !path.endsWith('/logout'))) {
      const { status, body } = await call(as(role), endpoint)
      const mayUse = mayCall[nameOf(endpoint)]?.includes(role)
      expect([nameOf(endpoint), status === 403]).toEqual([nameOf(endpoint), !mayUse])
      expect(mayUse || body.message === 'You are not allowed to do this.').toBe(true)
      const isOfNothing = mayUse === true && endpoint.path.includes('/:')
      expect([nameOf(endpoint), status === 404]).toEqual([nameOf(endpoint), isOfNothing])
      expect(status).not.toBe(401)
      // This server does not have the store that this call needs.
      expect(status < 500 || endpoint.path === '/api/uploads/s3/sts').toBe(true)
    }
  },
)

test('the HEAD of a call is not more open than the call', async () => {
  for (const endpoint of desk.served.filter(({ method, access }) => method === 'GET' && access !== 'open')) {
    const { status } = await desk.nobody.send('HEAD', nowhere(endpoint))
    expect([endpoint.path, status]).toEqual([endpoint.path, 401])
  }
})

describe('the order of refusals', () => {
  const brokenJson = { 'content-type': 'application/json' }

  test('a person who is not signed in learns nothing about the body', async () => {
    for (const endpoint of desk.served.filter(({ access, body }) => access !== 'open' && body)) {
      const url = nowhere(endpoint)
      const broken = await desk.nobody.send(endpoint.method, url, '{"a":', brokenJson)
      const form = await desk.nobody.send(endpoint.method, url, 'a=1', { 'content-type': 'text/plain' })
      expect([nameOf(endpoint), broken.status, form.status]).toEqual([nameOf(endpoint), 401, 401])
    }
  })

  test('the role is checked before the ticket and before the body', async () => {
    const ticket = await aTicket(as('client'))
    for (const id of [ticket.id, randomUUID(), 'nonsense']) {
      expect((await as('client').put(`/api/tickets/${id}`, { status: 'nonsense' })).status).toBe(403)
      expect((await as('client').delete(`/api/tickets/${id}`)).status).toBe(403)
      expect((await as('internal').delete(`/api/tickets/${id}`)).status).toBe(403)
      expect((await as('client').send('PUT', `/api/tickets/${id}`, '{', brokenJson)).status).toBe(403)
    }
  })

  test('a missing ticket is 404 however wrong the body is', async () => {
    const wrong = { content: 7 }
    const strange = await aTicket(as('helpdesk'))
    for (const id of [randomUUID(), 'nonsense', strange.id]) {
      const answer = await as('client').post(`/api/tickets/${id}/comments`, wrong)
      expect([id, answer.status, answer.body]).toEqual([id, 404, { message: 'Not found' }])
    }
    expect((await as('internal').put(`/api/tickets/${randomUUID()}`, { status: 7 })).status).toBe(404)
    expect(
      (await as('client').send('POST', `/api/tickets/${strange.id}/comments`, '{', brokenJson)).status,
    ).toBe(404)
  })
})

test('a ticket that is not the viewer’s answers like one that does not exist', async () => {
  const strange = await aTicket(as('helpdesk'))
  const ids = [
    strange.id,
    strange.ticketNumber,
    randomUUID(),
    'nonsense',
    'TKT-999999',
    '1',
    "'",
    '%00',
    'x'.repeat(300),
  ]
  for (const path of ['', '/history', '/whatsapp-url', '/sms-url'])
    for (const id of ids) {
      const { status, body } = await as('client').get(`/api/tickets/${id}${path}`)
      expect([id, path, status, body]).toEqual([id, path, 404, { message: 'Not found' }])
    }
})

test('an internal user who tries to assign changes nothing at all, not even the status sent along', async () => {
  const ticket = await aTicket(as('client'))
  for (const assignedToId of [as('internal').id, null]) {
    const { status } = await as('internal').put(`/api/tickets/${ticket.id}`, {
      status: 'closed',
      priority: 'low',
      assignedToId,
    })
    expect(status).toBe(403)
  }
  const after = await as('internal').get(`/api/tickets/${ticket.id}`)
  expect(after.body).toMatchObject({
    status: 'open',
    priority: 'medium',
    assignedToId: null,
    version: ticket.version,
  })
})
