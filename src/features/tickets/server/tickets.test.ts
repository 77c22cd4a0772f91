import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

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
