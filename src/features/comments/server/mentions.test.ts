import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#features/users/contract.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { Comment } from '../contract.ts'

let desk: TestApp
let url: string
let helpdesk: Caller
let internal: Caller
let client: Caller
let ticket: TicketDetail

beforeAll(async () => {
  desk = await startApp()
  url = await desk.listen()
  helpdesk = await desk.signedIn('helpdesk', { firstName: 'Hedda', lastName: 'Quist' })
  internal = await desk.signedIn('internal', { firstName: 'Ìngrid', lastName: 'Olsen' })
  client = await desk.signedIn('client')
  ticket = await aTicket(client)
})
afterAll(() => desk.close())

const comment = (by: Caller, body: object) => by.post<Comment>(`/api/tickets/${ticket.id}/comments`, body)
const aboutIngrid = (some: object = {}) => ({
  content: 'Please have a look, @Ìngrid Olsen.',
  isInternal: true,
  mentions: [internal.id],
  ...some,
})

test('staff mention a colleague by name in an internal comment, and staff see whom', async () => {
  const { status, body } = await comment(helpdesk, aboutIngrid({ mentions: [internal.id, internal.id] }))
  expect(status).toBe(201)
  const person = { id: internal.id, firstName: 'Ìngrid', lastName: 'Olsen', profileImageUrl: null }
  expect(body.mentions).toEqual([person])
  const detail = await internal.get<TicketDetail>(`/api/tickets/${ticket.id}`)
  expect(detail.body.comments.find(({ id }) => id === body.id)?.mentions).toEqual([person])
})

test('a mention without capitals and accents stays when another word is edited, and goes with the name', async () => {
  const { body } = await comment(helpdesk, aboutIngrid({ content: 'Look, @ingrid olsen' }))
  const edited = async (content: string) =>
    (await helpdesk.send<Comment>('PATCH', `/api/comments/${body.id}`, { content })).body.mentions
  expect(await edited('Please look, @ingrid olsen')).toEqual(body.mentions)
  expect(await edited('Please look')).toEqual([])
})

describe('a mention is refused', () => {
  test.each([
    ['in a public comment', { isInternal: false }, 'Only an internal comment can mention people'],
    [
      'of somebody the text does not name',
      { content: 'Hello' },
      'The comment does not contain @Ìngrid Olsen',
    ],
    ['of what is no id', { mentions: ['x'] }, 'mentions.0 must be an id'],
  ])('a mention is refused %s', async (_, some, message) => {
    const answer = await comment(helpdesk, aboutIngrid(some))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message, issues: [{ path: expect.stringMatching(/^mentions/) }] })
  })

  test('a mention by a client is refused, for their comments are never internal', async () => {
    expect((await comment(client, aboutIngrid())).status).toBe(400)
  })

  test('a mention of a client, or of an unknown person, is refused', async () => {
    const stranger = await desk.person('client', { firstName: 'Ìngrid', lastName: 'Olsen' })
    for (const id of [stranger.id, ticket.id])
      expect((await comment(helpdesk, aboutIngrid({ mentions: [id] }))).body).toMatchObject({
        message: 'Only active staff can be mentioned',
      })
  })

  test('a mention of a deactivated colleague is refused', async () => {
    const gone = await desk.person('internal', { firstName: 'Gerd', lastName: 'Gone' })
    await desk.database.pool.query('update users set is_active = false where id = $1', [gone.id])
    const body = aboutIngrid({ content: '@Gerd Gone', mentions: [gone.id] })
    expect((await comment(helpdesk, body)).status).toBe(400)
  })
})

test('only the mentioned person is notified, and nobody by a comment without mentions', async () => {
  const other = await desk.signedIn('internal')
  const [theirs, others, clients] = [
    await joined(url, internal),
    await joined(url, other),
    await joined(url, client),
  ]
  await comment(helpdesk, { content: '@Ìngrid Olsen in words only', isInternal: true })
  await comment(helpdesk, aboutIngrid())
  const heard = await theirs.hearsType('comment:mention')
  const by = { firstName: 'Hedda', lastName: 'Quist' }
  expect(heard).toMatchObject({ ticketId: ticket.id, ticketNumber: ticket.ticketNumber, by, own: false })
  expect(await theirs.said('comment:mention')).toHaveLength(1)
  expect(await others.said('comment:mention')).toHaveLength(0)
  expect(await others.said('ticket:update')).toHaveLength(2)
  expect(await clients.said('comment:mention', 'ticket:update')).toHaveLength(0)
  for (const socket of [theirs, others, clients]) socket.raw.close()
})

test('staff are offered the names of active staff, those that begin with the typed text first', async () => {
  await desk.person('super_user', { firstName: 'Ola', lastName: 'Nord' })
  await desk.person('client', { firstName: 'Olaf', lastName: 'Client' })
  const names = async (by: Caller, q = '') => {
    const { body } = await by.get<Person[]>(
      `/api/tickets/${ticket.id}/mentionable?q=${encodeURIComponent(q)}`,
    )
    return body.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  }
  expect(await names(internal, 'ol')).toEqual(['Ola Nord', 'Ìngrid Olsen'])
  expect(await names(helpdesk, 'ingrid o')).toEqual(['Ìngrid Olsen'])
  expect(await names(helpdesk, '%')).toEqual([])
  expect(await names(helpdesk)).toContain('Hedda Quist')
  const [one] = (await internal.get<Person[]>(`/api/tickets/${ticket.id}/mentionable`)).body
  expect(Object.keys(one!).sort()).toEqual(['firstName', 'id', 'lastName', 'profileImageUrl'])
  expect((await client.get(`/api/tickets/${ticket.id}/mentionable`)).status).toBe(403)
})
