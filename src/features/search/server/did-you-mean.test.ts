import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { Meant } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let ana: Caller
let bob: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
  bob = await desk.signedIn('client')
  for (const subject of ['The printer is jammed', 'Printer without paper']) await aTicket(ana, { subject })
  const { id } = await aTicket(bob, { subject: 'The printer of Bob' })
  await change(helpdesk, id, { status: 'closed' })
  await aComment(helpdesk, id, 'They owe us a carburettor.', true)
})
afterAll(() => desk.close())

async function meant(query: string, by: Caller) {
  const { status, body } = await by.get<Meant>(`/api/search/meant?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body.meant
}

test('a search with one wrong letter is answered by the one that was meant, with what the list then shows', async () => {
  expect(await meant('search=printr', helpdesk)).toEqual({ search: 'printer', count: 3 })
  expect(await meant('search=Printr&status=unresolved', helpdesk)).toEqual({ search: 'printer', count: 2 })
  expect(await meant('search=the printr', helpdesk)).toEqual({ search: 'the printer', count: 2 })
  const { body } = await helpdesk.get<TicketPage>('/api/tickets?search=printer&status=unresolved')
  expect(body.total).toBe(2)
})

test('nothing is proposed that finds nothing under the same filters, nor what was typed', async () => {
  expect(await meant('search=printr&status=testing', helpdesk)).toBe(null)
  expect(await meant('search=printer&status=testing', helpdesk)).toBe(null)
  expect(await meant('search=qqqqqqqq', helpdesk)).toBe(null)
  expect(await meant('search=printr a b c d e f g h', helpdesk)).toBe(null)
  expect(await meant('search=printr printr', helpdesk)).toEqual({ search: 'printer', count: 3 })
})

test('clients are proposed only words of tickets they may see, and the number of their own', async () => {
  expect(await meant('search=printr', ana)).toEqual({ search: 'printer', count: 2 })
  expect(await meant('search=printr', bob)).toEqual({ search: 'printer', count: 1 })
  expect(await meant('search=carburetor', bob)).toBe(null)
  expect(await meant('search=carburetor', helpdesk)).toEqual({ search: 'carburettor', count: 1 })
})

test('a request for a suggestion without a search or with an unknown status is refused', async () => {
  expect((await helpdesk.get('/api/search/meant?status=open')).status).toBe(400)
  expect((await helpdesk.get('/api/search/meant?search=printr&status=lost')).status).toBe(400)
})
