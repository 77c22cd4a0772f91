import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketCounts } from '#features/ticket-list/contract.ts'
import type { Found } from '#features/search/contract.ts'
import type { HistoryEntry, TicketPage } from '#features/tickets/contract.ts'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { Person } from '#features/users/contract.ts'
import { aClient, aComment, aParticipant, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp } from '#test/services/smtp.ts'
import { joined } from '#test/socket.ts'
import type { Participant } from '../contract.ts'
import { noteAddress } from './service.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let internal: Caller
let url: string

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal')
  url = await desk.listen()
})
afterAll(() => desk.close())

let numbered = 0
/** A company with a requester, a colleague, a manager, and a ticket of the requester. */
async function aCase() {
  const client = await aClient(root, { name: `Case ${++numbered}` })
  const member = async (firstName: string, role: string) => {
    const person = await desk.person('client', { firstName, lastName: `Of ${numbered}` })
    await assign(root, client.id, person.id, role)
    return { ...person, caller: await desk.signIn(person.email) }
  }
  const rosie = await member('Rosie', 'employee')
  const sofia = await member('Sofia', 'employee')
  const boss = await member('Boss', 'admin')
  const ticket = await aTicket(rosie.caller, {
    customerName: client.name,
    subject: `Wobbling zephyr${numbered}`,
  })
  return { client, rosie, sofia, boss, ticket }
}

const placeOf = (id: string) => `/api/tickets/${id}/participants`
const listOf = async (who: Caller, id: string) => (await who.get<Participant[]>(placeOf(id))).body
const add = (who: Caller, id: string, userId: unknown) =>
  who.post<{ message: string; issues?: { path: string }[] }>(placeOf(id), { userId })
/** Notes an address from the copies of a mail. */
const note = (ticketId: string, address: string) =>
  desk.work(async (unit) => {
    const viewer = { id: root.id, role: 'super_user', managedClientIds: [], clientIds: [] } as const
    const found = await lockVisibleTicket(unit, viewer, ticketId)
    await noteAddress(unit, null, found, { address, name: 'Sofia' })
  })
const statusFor = async (who: Caller, id: string) => (await who.get(`/api/tickets/${id}`)).status

/** Everything by which a client finds a ticket. */
async function found(who: Caller, id: string, word: string) {
  const list = (await who.get<TicketPage>('/api/tickets')).body
  const counts = (await who.get<TicketCounts>('/api/tickets/counts')).body
  const searched = (await who.get<TicketPage>(`/api/tickets?search=${word}`)).body
  const palette = (await who.get<Found>(`/api/search?q=${word}`)).body
  return {
    detail: await statusFor(who, id),
    list: [list.total, list.tickets.map((one) => one.id)],
    counted: counts.status,
    searched: searched.tickets.map((one) => one.id),
    palette: palette.tickets.map((one) => one.id),
  }
}
const everywhere = (id: string) => ({
  detail: 200,
  list: [1, [id]],
  counted: { open: 1 },
  searched: [id],
  palette: [id],
})
const nowhere = { detail: 404, list: [0, []], counted: {}, searched: [], palette: [] }

describe('a participant', () => {
  test('sees the ticket on every path while they take part and belong to its client, and not a moment longer', async () => {
    const { client, sofia, ticket } = await aCase()
    const word = `zephyr${numbered}`
    const seen = () => found(sofia.caller, ticket.id, word)
    expect(await seen()).toEqual(nowhere)
    const socket = await joined(url, sofia.caller)
    const participant = await aParticipant(helpdesk, ticket.id, sofia.id)
    expect(await seen()).toEqual(everywhere(ticket.id))
    await socket.hears(({ type, ticket: one }) => type === 'ticket:update' && one?.id === ticket.id)

    await root.delete(`/api/clients/${client.id}/users/${sofia.id}`)
    expect(await seen()).toEqual(nowhere)
    expect(await listOf(helpdesk, ticket.id)).toEqual([])
    await assign(root, client.id, sofia.id, 'employee')
    expect(await seen()).toEqual(everywhere(ticket.id))

    expect((await helpdesk.delete(`${placeOf(ticket.id)}/${participant}`)).status).toBe(200)
    expect(await seen()).toEqual(nowhere)
    await socket.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === ticket.id)
    socket.raw.close()
  })

  test('reads and answers, but neither internal comments nor the chat', async () => {
    const { sofia, ticket } = await aCase()
    await aParticipant(helpdesk, ticket.id, sofia.id)
    await aComment(helpdesk, ticket.id, 'Only between us', true)
    await aComment(sofia.caller, ticket.id, 'I see it, too')
    const { body } = await sofia.caller.get<{ comments: { content: string }[] }>(`/api/tickets/${ticket.id}`)
    expect(body.comments.map(({ content }) => content)).toEqual(['I see it, too'])
    expect((await sofia.caller.get(`/api/tickets/${ticket.id}/chat`)).status).toBe(403)
  })

  test('loses the ticket when it is moved to another client, and gets it back with it', async () => {
    const { client, sofia, ticket } = await aCase()
    const other = await aClient(root, { name: `Other ${numbered}` })
    await aParticipant(helpdesk, ticket.id, sofia.id)
    const socket = await joined(url, sofia.caller)
    await helpdesk.put(`/api/tickets/${ticket.id}`, { clientId: other.id })
    await socket.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === ticket.id)
    expect(await statusFor(sofia.caller, ticket.id)).toBe(404)
    await helpdesk.put(`/api/tickets/${ticket.id}`, { clientId: client.id })
    expect(await statusFor(sofia.caller, ticket.id)).toBe(200)
    socket.raw.close()
  })

  test('is kept with a deleted ticket, and restored with it', async () => {
    const { sofia, ticket } = await aCase()
    await aParticipant(helpdesk, ticket.id, sofia.id)
    await root.delete(`/api/tickets/${ticket.id}`)
    expect(await statusFor(sofia.caller, ticket.id)).toBe(404)
    await root.post(`/api/deleted/${ticket.id}/restore`, { withParent: false })
    expect(await statusFor(sofia.caller, ticket.id)).toBe(200)
    expect((await sofia.caller.get<TicketPage>('/api/tickets')).body.total).toBe(1)
  })
})

describe('adding a participant', () => {
  test('is for the desk and the requester; others are refused, and strangers learn nothing', async () => {
    const { rosie, sofia, boss, ticket } = await aCase()
    const { sofia: stranger } = await aCase()
    for (const who of [internal, boss.caller]) expect((await add(who, ticket.id, sofia.id)).status).toBe(403)
    expect((await add(stranger.caller, ticket.id, 'nonsense')).status).toBe(404)
    expect((await listOf(boss.caller, ticket.id)).length).toBe(0)
    expect((await add(rosie.caller, ticket.id, sofia.id)).status).toBe(201)
    expect(await listOf(boss.caller, ticket.id)).toMatchObject([
      { person: { id: sofia.id, firstName: 'Sofia' }, address: null, name: null },
    ])
    expect((await add(helpdesk, ticket.id, sofia.id)).status).toBe(201)
    expect(await listOf(helpdesk, ticket.id)).toHaveLength(1)
  })

  test('takes active people of the client only, and names the field', async () => {
    const { rosie, boss, ticket } = await aCase()
    const { sofia: stranger } = await aCase()
    await root.post(`/api/users/${boss.id}/disable`)
    for (const userId of [stranger.id, boss.id, internal.id, rosie.id, 'nonsense', null, undefined]) {
      const { status, body } = await add(helpdesk, ticket.id, userId)
      expect([userId, status, body.issues?.map(({ path }) => path)]).toEqual([userId, 400, ['userId']])
    }
    expect(await listOf(helpdesk, ticket.id)).toEqual([])
  })

  test('is refused to a requester who only typed the name of the client', async () => {
    const { client, sofia } = await aCase()
    const stranger = await desk.signedIn('client')
    const { id } = await aTicket(stranger, { customerName: client.name })
    expect((await add(stranger, id, sofia.id)).status).toBe(403)
    expect((await stranger.get(`/api/tickets/${id}/people`)).status).toBe(403)
  })

  test('ends at twenty, of whom those who have left the client are none', async () => {
    const { client, ticket } = await aCase()
    const aMember = async () => {
      const person = await desk.person('client')
      await assign(root, client.id, person.id, 'employee')
      return person
    }
    const leave = ({ id }: { id: string }) => root.delete(`/api/clients/${client.id}/users/${id}`)
    const members = []
    for (let made = 0; made < 20; made++) {
      members.push(await aMember())
      await aParticipant(helpdesk, ticket.id, members[made]!.id)
    }
    const last = await aMember()
    expect((await add(helpdesk, ticket.id, last.id)).status).toBe(409)
    await note(ticket.id, 'one@copies.test')
    expect(await listOf(helpdesk, ticket.id)).toHaveLength(20)
    await leave(members[0]!)
    expect((await add(helpdesk, ticket.id, last.id)).status).toBe(201)
    await leave(members[1]!)
    await note(ticket.id, 'one@copies.test')
    expect((await listOf(helpdesk, ticket.id)).at(-1)).toMatchObject({ address: 'one@copies.test' })
    expect(await listOf(helpdesk, ticket.id)).toHaveLength(20)
  })

  test('is offered the people of the client, found by their names', async () => {
    const { rosie, sofia, boss, ticket } = await aCase()
    const people = async (who: Caller, q = '') =>
      (await who.get<Person[]>(`/api/tickets/${ticket.id}/people?q=${q}`)).body.map(({ id }) => id)
    expect(await people(rosie.caller)).toEqual([boss.id, rosie.id, sofia.id])
    expect(await people(internal, 'sof')).toEqual([sofia.id])
    expect((await boss.caller.get(`/api/tickets/${ticket.id}/people`)).status).toBe(403)
  })
})

test('participants leave by themselves, and only the desk and the requester remove others', async () => {
  const { rosie, sofia, boss, ticket } = await aCase()
  const remove = async (who: Caller, id: string) => (await who.delete(`${placeOf(ticket.id)}/${id}`)).status
  const first = await aParticipant(helpdesk, ticket.id, sofia.id)
  expect([await remove(boss.caller, first), await remove(internal, first)]).toEqual([403, 403])
  expect(await remove(sofia.caller, first)).toBe(200)
  const second = await aParticipant(helpdesk, ticket.id, sofia.id)
  expect(await remove(rosie.caller, second)).toBe(200)
  expect(await remove(rosie.caller, second)).toBe(404)
})

test('the history and the audit log say who was added, and who was removed', async () => {
  const { rosie, sofia, boss, ticket } = await aCase()
  const id = await aParticipant(rosie.caller, ticket.id, sofia.id)
  await helpdesk.delete(`${placeOf(ticket.id)}/${id}`)
  const { body } = await boss.caller.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)
  expect(body.slice(1).map(({ what, by, participant }) => [what, by?.id, participant?.id])).toEqual([
    ['participant-added', rosie.id, sofia.id],
    ['participant-removed', helpdesk.id, sofia.id],
  ])
  const audit = await root.get<{ entries: { details: unknown[] }[] }>(
    `/api/audit?subject=${ticket.id}&type=participant.added`,
  )
  expect(audit.body.entries[0]?.details).toEqual([{ name: 'User', value: expect.stringContaining('Sofia') }])
})

test('participants are mailed what the requester is mailed, and that they were added', async () => {
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  const { rosie, sofia, ticket } = await aCase()
  const mailed = async () => {
    await untilMailed(desk)
    return smtp.received
      .splice(0)
      .filter(({ to: [address] }) => address === rosie.email || address === sofia.email)
      .map(({ to: [address], mail }) => [address, mail.text?.split('\n')[2]])
      .sort(([one = ''], [other = '']) => one.localeCompare(other))
  }
  await mailed()
  await aParticipant(helpdesk, ticket.id, sofia.id)
  expect(await mailed()).toEqual([[sofia.email, expect.stringContaining('added you to this ticket')]])
  await aComment(helpdesk, ticket.id, 'Try again, please')
  await aComment(helpdesk, ticket.id, 'Between us', true)
  expect((await mailed()).map(([address]) => address)).toEqual([rosie.email, sofia.email].sort())
  await helpdesk.put(`/api/tickets/${ticket.id}`, { status: 'progress' })
  expect((await mailed()).map(([address]) => address)).toEqual([rosie.email, sofia.email].sort())
  await aComment(sofia.caller, ticket.id, 'Thanks')
  expect((await mailed()).map(([address]) => address)).toEqual([rosie.email])
  await smtp.close()
})

describe('an address from the copies of a mail', () => {
  test('gives no access until the desk confirms that it is a person’s of the client', async () => {
    const { rosie, sofia, ticket } = await aCase()
    await note(ticket.id, sofia.email.toUpperCase())
    await note(ticket.id, sofia.email)
    const [noted, ...rest] = await listOf(rosie.caller, ticket.id)
    expect([noted, rest]).toEqual([
      expect.objectContaining({ person: null, address: sofia.email.toUpperCase(), name: 'Sofia' }),
      [],
    ])
    expect(await statusFor(sofia.caller, ticket.id)).toBe(404)
    const confirm = (who: Caller) => who.post(`${placeOf(ticket.id)}/${noted!.id}/confirm`)
    expect((await confirm(rosie.caller)).status).toBe(403)
    expect((await confirm(helpdesk)).body).toMatchObject({ person: { id: sofia.id }, address: null })
    expect(await statusFor(sofia.caller, ticket.id)).toBe(200)
    expect((await sofia.caller.get<TicketPage>('/api/tickets')).body.total).toBe(1)
  })

  test('is refused where it has become the requester’s', async () => {
    const { sofia, ticket } = await aCase()
    await note(ticket.id, sofia.email)
    const [noted] = await listOf(helpdesk, ticket.id)
    await helpdesk.put(`/api/tickets/${ticket.id}`, { createdById: sofia.id })
    const { status, body } = await helpdesk.post<{ message: string; issues: { path: string }[] }>(
      `${placeOf(ticket.id)}/${noted!.id}/confirm`,
    )
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'address'])
    expect(body.message).toContain('submitted the ticket')
  })

  test('is refused where nobody of the client has proved it, and gone with an erased person', async () => {
    const { ticket } = await aCase()
    const { sofia: stranger } = await aCase()
    await note(ticket.id, stranger.email)
    const [noted] = await listOf(helpdesk, ticket.id)
    const { status, body } = await helpdesk.post<{ issues: { path: string }[] }>(
      `${placeOf(ticket.id)}/${noted!.id}/confirm`,
    )
    expect([status, body.issues[0]?.path]).toEqual([400, 'address'])
    await root.post(`/api/users/${stranger.id}/erasure`, { email: stranger.email, ownTexts: false })
    expect(await listOf(helpdesk, ticket.id)).toEqual([])
  })
})
