import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'
import { aComment, assign, aTicket, ticketInput } from '#test/factories.ts'

let desk: TestApp
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

/** Waits until nothing that follows the log asks anything. */
async function untilQuiet(): Promise<void> {
  while ((await statementsDuring(() => setTimeout(60))).length > 0);
}

/** The fewest statements of a call that was made before: what follows the log may have asked something, too. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  const counted: number[] = []
  for (let times = 0; times < 8; times++) {
    await untilQuiet()
    const sent = await statementsDuring(async () => expect((await call()).status).toBeLessThan(300))
    counted.push(sent.length)
  }
  return Math.min(...counted)
}

test('the daily calls of staff send the database few statements', async () => {
  const { id, clientId } = await aTicket(helpdesk)
  const client = await desk.signedIn('client')
  await assign(await desk.signedIn('super_user'), clientId, client.id, 'contact')
  await aComment(helpdesk, id, 'We have ordered one.')
  const statuses = ['progress', 'testing']
  let turn = 0

  expect({
    list: await statementsOf(() => helpdesk.get('/api/tickets?status=open')),
    read: await statementsOf(() => helpdesk.get(`/api/tickets/${id}`)),
    create: await statementsOf(() => helpdesk.post('/api/tickets', ticketInput())),
    createById: await statementsOf(() => helpdesk.post('/api/tickets', ticketInput({ clientId }))),
    createAsClient: await statementsOf(() => client.post('/api/tickets', ticketInput())),
    comment: await statementsOf(() => helpdesk.post(`/api/tickets/${id}/comments`, { content: 'Done.' })),
    status: await statementsOf(() => helpdesk.put(`/api/tickets/${id}`, { status: statuses[turn++ % 2] })),
  }).toEqual({ list: 3, read: 7, create: 11, createById: 11, createAsClient: 12, comment: 13, status: 10 })
})
