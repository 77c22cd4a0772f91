import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteTicket } from '#features/conversation/server/public/deletion.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { untilOneWaits } from '#test/database.ts'
import { aClient, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Ticket } from '../../contract.ts'
import { changeTicket } from '../service.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

// The embedded database has one connection, on which nobody waits for a row.
let helpdesk: Caller
let ida: Caller
let tom: Caller
beforeAll(async () => {
  helpdesk = await desk.signedIn('helpdesk')
  ida = await desk.signedIn('internal', { firstName: 'Ida' })
  tom = await desk.signedIn('internal', { firstName: 'Tom' })
})
const by = (): Viewer => ({ id: helpdesk.id, role: 'helpdesk', managedClientIds: [], clientIds: [] })

/** Changes the status of a ticket while `before` holds it. */
async function afterWaiting(id: string, before: (unit: Work) => Promise<unknown>): Promise<Ticket> {
  let waiting: Promise<Ticket> | undefined
  await desk.work(async (unit) => {
    await before(unit)
    waiting = change(helpdesk, id, { status: 'testing' })
    waiting.catch(() => undefined)
    await untilOneWaits(desk.database)
  })
  return waiting!
}

test.each([
  ['has given it to somebody', undefined],
  ['has given it to somebody else', () => ida.id],
])('is answered with the ticket as the other %s', async (_, first) => {
  const { id } = await aTicket(helpdesk, { assignedToId: first?.() })
  const given = { assignedToId: tom.id }
  expect(await afterWaiting(id, (unit) => changeTicket(unit, by(), id, given))).toMatchObject({
    status: 'testing',
    assignedTo: { id: tom.id, firstName: 'Tom' },
  })
})

test('is answered with the ticket as the other has given it to nobody', async () => {
  const { id } = await aTicket(helpdesk, { assignedToId: ida.id })
  const given = { assignedToId: null }
  expect(await afterWaiting(id, (unit) => changeTicket(unit, by(), id, given))).toMatchObject({
    status: 'testing',
    assignedToId: null,
    assignedTo: null,
  })
})

test('is answered with the company to which the other has moved it', async () => {
  const root = await desk.signedIn('super_user')
  const { id: clientId, name } = await aClient(root)
  const { id } = await aTicket(helpdesk)
  const move = ({ tx }: Work) => tx.update(tickets).set({ clientId }).where(eq(tickets.id, id))
  expect(await afterWaiting(id, move)).toMatchObject({
    status: 'testing',
    clientId,
    client: { name },
  })
})

test('deletes it as one of the company to which the other has moved it', async () => {
  const { id: clientId } = await aClient(await desk.signedIn('super_user'))
  const { id } = await aTicket(helpdesk)
  let waiting: ReturnType<Caller['delete']> | undefined
  await desk.work(async ({ tx }) => {
    await tx.update(tickets).set({ clientId }).where(eq(tickets.id, id))
    waiting = helpdesk.delete(`/api/tickets/${id}`)
    await untilOneWaits(desk.database)
  })
  expect((await waiting)?.status).toBe(200)
  const { rows } = await desk.database.pool.query('select parent_id from deleted_things where id = $1', [id])
  expect(rows).toEqual([{ parent_id: clientId }])
})

test('hears that the other has deleted it', async () => {
  const { id } = await aTicket(helpdesk)
  await expect(afterWaiting(id, (unit) => deleteTicket(unit, by(), id))).rejects.toThrow('404')
})
