import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'
import { aComment, assign, aTicket, ticketInput } from '#test/factories.ts'

let desk: TestApp
let helpdesk: Caller
let colleague: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  colleague = await desk.signedIn('internal')
})
afterAll(() => desk.close())

/** Waits until nothing that follows the log asks anything. */
async function untilQuiet(): Promise<void> {
  while ((await statementsDuring(() => setTimeout(60))).length > 0);
}

const rounds = 8

/** The fewest statements of a call that was made before: what follows the log may have asked something, too. */
async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  const counted: number[] = []
  for (let times = 0; times < rounds; times++) {
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

test('a ticket is locked and read once for an answer and all that comes with it', async () => {
  const statementsOfAnswer = async (path: string, body: object) => {
    const fresh = await Promise.all(Array.from({ length: rounds }, () => aTicket(helpdesk)))
    return statementsOf(() => helpdesk.post(`/api/tickets/${fresh.pop()?.id}/${path}`, body))
  }
  const content = 'Done.'
  const handOver = { assignedToId: colleague.id, note: 'Please call them' }

  expect({
    comment: await statementsOfAnswer('comments', { content }),
    withStatus: await statementsOfAnswer('comments', { content, status: 'testing' }),
    withAssignment: await statementsOfAnswer('comments', { content, assignToMe: true }),
    withBoth: await statementsOfAnswer('comments', { content, status: 'testing', assignToMe: true }),
    handOver: await statementsOfAnswer('hand-over', handOver),
  }).toEqual({ comment: 13, withStatus: 14, withAssignment: 16, withBoth: 17, handOver: 16 })
})
