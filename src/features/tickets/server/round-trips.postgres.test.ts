import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { aComment, assign, aTicket, ticketInput } from '#test/factories.ts'

let desk: TestApp
let helpdesk: Caller
/** On the connection that the latest session was asked on. */
let trips = 0

/** Counts how often a connection has sent something and then heard something: what is sent before the answer goes in one trip. */
function watch(client: pg.PoolClient): void {
  if (watched.has(client) || !('connection' in client && client.connection instanceof pg.Connection)) return
  watched.add(client)
  const { stream } = client.connection
  const write = stream.write.bind(stream)
  let isWaiting = false
  let own = 0
  stream.write = ((...given: Parameters<typeof write>) => {
    if (String(given[0]).includes('find_session')) own = 0
    isWaiting = true
    return write(...given)
  }) as typeof stream.write
  stream.prependListener('data', () => {
    if (isWaiting) trips = ++own
    isWaiting = false
  })
}
const watched = new WeakSet<pg.PoolClient>()

beforeAll(async () => {
  desk = await startApp()
  desk.database.pool.on('acquire', watch)
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

/** The fewest trips of a call that was made before: what follows the log may have asked something, too. */
async function tripsOf(call: () => Promise<{ status: number }>): Promise<number> {
  const counted: number[] = []
  for (let times = 0; times < 8; times++) {
    trips = 0
    const { status } = await call()
    counted.push(trips)
    expect(status).toBeLessThan(300)
  }
  return Math.min(...counted)
}

test('the daily calls of staff go to the database in few trips', async () => {
  const { id, clientId } = await aTicket(helpdesk)
  const client = await desk.signedIn('client')
  await assign(await desk.signedIn('super_user'), clientId, client.id, 'contact')
  await aComment(helpdesk, id, 'We have ordered one.')
  const statuses = ['progress', 'testing']
  let turn = 0

  expect({
    list: await tripsOf(() => helpdesk.get('/api/tickets?status=open')),
    read: await tripsOf(() => helpdesk.get(`/api/tickets/${id}`)),
    create: await tripsOf(() => helpdesk.post('/api/tickets', ticketInput())),
    createById: await tripsOf(() => helpdesk.post('/api/tickets', ticketInput({ clientId }))),
    createAsClient: await tripsOf(() => client.post('/api/tickets', ticketInput())),
    comment: await tripsOf(() => helpdesk.post(`/api/tickets/${id}/comments`, { content: 'Done.' })),
    status: await tripsOf(() => helpdesk.put(`/api/tickets/${id}`, { status: statuses[turn++ % 2] })),
  }).toEqual({ list: 1, read: 2, create: 3, createById: 3, createAsClient: 5, comment: 4, status: 4 })
})
