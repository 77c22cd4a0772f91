import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { purgeOld } from '#features/trash/server/purge-old.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

const dayMs = 24 * 3600_000

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

test('a deleted thing that cannot be purged holds up no other, and is purged by a later sweep', async () => {
  const [broken, other] = [await aDeletedTicket(), await aDeletedTicket()]
  // Purging reads the rows of each part, which are missing here.
  await query(
    `update deleted_things set rows = '[{"table": "products"}]', deleted_at = deleted_at - interval '1 hour'
     where id = $1`,
    [broken],
  )
  desk.clock.advance(30 * dayMs + 1)
  const log = { error: vi.fn<(details: object) => void>(), warn: vi.fn<() => void>() }
  const { database, work, files } = desk
  const sweep = () => purgeOld({ db: database.db, work, store: files.store, log }, desk.clock.now())
  const left = async () =>
    (await query<{ id: string }>('select id from deleted_things where id = any($1)', [[broken, other]])).map(
      ({ id }) => id,
    )
  await sweep()
  expect(await left()).toEqual([broken])
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(TypeError), id: broken },
    expect.stringContaining('the next sweep tries it again'),
  )
  await query(`update deleted_things set rows = '[]' where id = $1`, [broken])
  await sweep()
  expect(await left()).toEqual([])
})
