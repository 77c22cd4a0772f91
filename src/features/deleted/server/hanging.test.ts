import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

test('tickets of a client that cannot be restored do not hold up the others', async () => {
  const client = await aClient(root)
  const [there, last] = [
    await aTicket(root, { clientId: client.id }),
    await aTicket(root, { clientId: client.id }),
  ]
  for (const { id } of [there, last]) expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
  const columns = 'kind, name, search_text, parent_id, rows'
  await desk.database.pool.query(
    `insert into deleted_things (id, deleted_at, ${columns}) select gen_random_uuid(), '2020-01-01', ${columns}
     from deleted_things, generate_series(1, 101) where id = $1`,
    [there.id],
  )
  expect((await root.post(`/api/deleted/${there.id}/restore`, { withParent: false })).status).toBe(200)
  const { body } = await root.post<object>(`/api/deleted/${client.id}/restore-hanging`)
  expect(body).toEqual({ restored: 1, left: 101 })
})
