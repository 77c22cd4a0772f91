import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await desk.database.pool.query<T>(text, values)).rows

async function aDeletedTicket(): Promise<string> {
  const { id } = await aTicket(root)
  expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
  return id
}

test('a ticket with more files than a statement takes parameters is deleted for good', async () => {
  const id = await aDeletedTicket()
  await query(
    `update deleted_things set object_paths =
       (select array_agg('attachments/many-' || n) from generate_series(1, 22000) as n) where id = $1`,
    [id],
  )
  vi.spyOn(desk.files.store, 'remove').mockResolvedValueOnce()
  expect((await root.delete(`/api/deleted/${id}`)).status).toBe(200)
  const buried = await query<{ count: number }>(
    `with gone as (delete from object_tombstones where object_path like 'attachments/many-%' returning 1)
     select count(*)::int from gone`,
  )
  expect(buried).toEqual([{ count: 22_000 }])
})
