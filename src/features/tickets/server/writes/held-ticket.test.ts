import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import type { Ticket } from '../../contract.ts'
import { changeTicket } from '../service.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

async function untilOneWaits(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await desk.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }, 20_000)
}

// The embedded database has one connection, on which nobody waits for a row.
test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'whoever has waited for another change is answered with what it has made of the ticket',
  async () => {
    const helpdesk = await desk.signedIn('helpdesk')
    const ida = await desk.signedIn('internal', { firstName: 'Ida' })
    const { id } = await aTicket(helpdesk)
    let waiting: Promise<Ticket> | undefined
    await desk.work(async (unit) => {
      await changeTicket(unit, { id: helpdesk.id, role: 'helpdesk', managedClientIds: [] }, id, {
        assignedToId: ida.id,
      })
      waiting = change(ida, id, { status: 'testing' })
      await untilOneWaits()
    })
    expect(await waiting).toMatchObject({
      status: 'testing',
      version: 3,
      assignedTo: { id: ida.id, firstName: 'Ida' },
    })
  },
)
