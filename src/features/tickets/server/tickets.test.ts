import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aComment, aTicket, change, ticketInput } from '#test/factories.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'
import { statuses } from '../contract.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

test('a client submits a ticket and helpdesk finds it', async () => {
  const ticket = await aTicket(ana)
  expect(ticket).toMatchObject({ status: 'open', priority: 'medium', category: 'other', source: 'web' })
  const { body } = await helpdesk.get<{ tickets: { id: string }[]; total: number }>(
    '/api/tickets?search=printer',
  )
  expect(body.total).toBe(1)
  expect(body.tickets[0]?.id).toBe(ticket.id)
})

test('a ticket is answered with the stated fields and no others, with its client, its assignee and its comments', async () => {
  const root = await desk.signedIn('super_user')
  const company = await aClient(root, { website: 'https://acme.example', contactEmail: 'help@acme.example' })
  const { id } = await aTicket(helpdesk, { clientId: company.id })
  await change(helpdesk, id, { assignedToId: helpdesk.id })
  await aComment(helpdesk, id, 'On it.')
  const { body } = await helpdesk.get<Record<string, object>>(`/api/tickets/${id}`)
  const listed = [
    'id',
    'ticketNumber',
    'subject',
    'category',
    'priority',
    'status',
    'source',
    'version',
    'customerName',
    'productName',
    'projectName',
    'productId',
    'clientId',
    'client',
    'createdById',
    'assignedToId',
    'assignedTo',
    'createdAt',
    'updatedAt',
    'resolvedAt',
    'reopenedAt',
    'turn',
    'turnSince',
    'labelIds',
  ]
  const detail = [
    ...listed,
    'description',
    'createdBy',
    'comments',
    'hasMoreComments',
    'mayInvite',
    'participants',
    'attachments',
    'hasChat',
    'hasMails',
    'repliesReopen',
    'continues',
    'continuedBy',
  ]
  expect(Object.keys(body).sort()).toEqual(detail.sort())
  expect(body['client']).toEqual({
    name: company.name,
    companyName: company.name,
    website: 'https://acme.example',
    contactEmail: 'help@acme.example',
  })
  const person = ['firstName', 'id', 'lastName', 'profileImageUrl']
  expect(Object.keys(body['assignedTo']!).sort()).toEqual(person)
  const [comment] = body['comments'] as unknown as Record<string, object>[]
  expect(comment).toMatchObject({ content: 'On it.', isInternal: false })
  expect(Object.keys(comment!).sort()).toEqual(
    [
      'id',
      'content',
      'isInternal',
      'createdAt',
      'editedAt',
      'formerContent',
      'user',
      'mentions',
      'attachments',
    ].sort(),
  )
  expect(Object.keys(comment!['user']!).sort()).toEqual(person)
  const list = await helpdesk.get<{ tickets: object[] }>('/api/tickets?limit=1')
  expect(Object.keys(list.body.tickets[0]!).sort()).toEqual(listed.sort())
})

test('staff set a ticket from any status to any other', async () => {
  const { id } = await aTicket(ana)
  for (const from of statuses)
    for (const to of statuses) {
      await helpdesk.put(`/api/tickets/${id}`, { status: from })
      const { status, body } = await helpdesk.put(`/api/tickets/${id}`, { status: to })
      expect([from, to, status, body['status']]).toEqual([from, to, 200, to])
    }
})

test('a client who types the name of a company learns nothing of it, and creates few', async () => {
  const root = await desk.signedIn('super_user')
  const company = await aClient(root, { name: 'Quiet & Co', website: 'https://quiet.example' })
  const stranger = await desk.signedIn('client')
  const { client, clientId } = await aTicket(stranger, { customerName: 'quiet & co' })
  expect([clientId, client]).toEqual([
    company.id,
    { name: 'Quiet & Co', companyName: 'Quiet & Co', website: null },
  ])
  const exposed = await startApp({ database: desk.database, auth: { isPrivateTrial: false } })
  const submitAt = (to: TestApp) => (customerName: string) =>
    new Caller(to.app, stranger.cookie).post('/api/tickets', ticketInput({ customerName }))
  const submit = submitAt(exposed)
  for (let number = 0; number < 20; number++) expect((await submit(`Invented ${number}`)).status).toBe(201)
  const { status, body } = await submit('Invented 20')
  expect([status, body.message]).toEqual([429, expect.stringContaining('many new companies')])
  expect((await submit('Invented 3')).status).toBe(201)
  // Nobody but the people of this machine reaches a private trial.
  expect((await submitAt(desk)('Invented 22')).status).toBe(201)
  await exposed.close()
  expect((await root.post('/api/tickets', ticketInput({ customerName: 'Invented 21' }))).status).toBe(201)
})
