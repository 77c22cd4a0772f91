import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Needs } from '../contract.ts'

let desk: TestApp
let client: Caller
let internal: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  client = await desk.signedIn('client')
  internal = await desk.signedIn('internal')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const later = (minutes: number) => desk.clock.advance(minutes * 60_000)

test('the needs of the desk are counted like the lists they lead to, and shown to the desk alone', async () => {
  const needs = async (by = helpdesk) => (await by.get<Needs>('/api/stats/needs')).body
  expect(await needs()).toEqual({ unassigned: 0, waitingForUs: 0, longestWait: null })
  const first = await aTicket(client, { subject: 'Waits for longest' })
  later(1)
  const answered = await aTicket(client)
  const resolved = await aTicket(client)
  later(1)
  await aComment(helpdesk, answered.id, 'Which one?')
  await change(helpdesk, resolved.id, { status: 'resolved' })
  await aComment(client, resolved.id, 'It is not.')
  await change(helpdesk, answered.id, { assignedToId: helpdesk.id })
  const total = async (query: string) =>
    (await helpdesk.get<TicketPage>(`/api/tickets?limit=1&${query}`)).body.total
  expect(await needs()).toEqual({
    unassigned: await total('status=unresolved&assignedToId=unassigned'),
    waitingForUs: await total('turn=us'),
    longestWait: {
      id: first.id,
      ticketNumber: first.ticketNumber,
      subject: 'Waits for longest',
      since: first.turnSince,
    },
  })
  expect(await needs()).toMatchObject({ unassigned: 2, waitingForUs: 2 })
  for (const by of [client, internal]) expect((await by.get('/api/stats/needs')).status).toBe(403)
})
