import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry, TicketPage } from '#features/tickets/contract.ts'
import { aClient, aComment, aTicket } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

const many = 1000

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

test(
  'a client with a thousand tickets and files is deleted and restored, nothing missing',
  { timeout: 600_000 },
  async () => {
    const client = await aClient(root, { name: 'Many' })
    const files = new Map<string, string>()
    const ids: string[] = []
    for (let number = 0; number < many; number++) {
      const bytes = Buffer.from(`file ${number}`)
      const file = await anUpload(desk, root, 'notes.txt', bytes)
      const { id } = await aTicket(root, { clientId: client.id, attachmentIds: [file.id] })
      await aComment(root, id, `Answer ${number}`)
      files.set(file.id, String(bytes))
      ids.push(id)
    }
    const count = async () =>
      (await root.get<TicketPage>(`/api/tickets?clientId=${client.id}&search=answer`)).body.total
    expect(await count()).toBe(many)
    const sum = async () => {
      const { rows } = await desk.database.pool.query<{ sum: string }>(
        `select string_agg(md5(t::text), '' order by t.id) || (select string_agg(md5(c::text), '' order by c.id) from comments c) ||
          (select string_agg(md5(a::text), '' order by a.id) from attachments a) as sum from tickets t`,
      )
      return rows[0]?.sum
    }
    const before = await sum()
    const [chosen = ''] = ids
    const history = async () =>
      (await root.get<HistoryEntry[]>(`/api/tickets/${chosen}/history`)).body.filter(
        ({ what }) => what !== 'deleted' && what !== 'restored',
      )
    const told = await history()
    expect(told.length).toBeGreaterThan(1)
    const { rows } = await desk.database.pool.query<{ id: string }>('select id from tickets')
    for (const { id } of rows) expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
    expect((await root.delete(`/api/clients/${client.id}`)).status).toBe(200)
    expect(await count()).toBe(0)

    expect((await root.post(`/api/deleted/${client.id}/restore`, { withParent: false })).status).toBe(200)
    let left = many
    while (left > 0) {
      const answer = await root.post<{ restored: number; left: number }>(
        `/api/deleted/${client.id}/restore-hanging`,
      )
      expect(answer).toMatchObject({ status: 200, body: { restored: 100 } })
      left = answer.body.left
    }
    expect(await count()).toBe(many)
    expect(await sum()).toBe(before)
    expect(await history()).toEqual(told)
    for (const [id, text] of files) {
      const { statusCode, body } = await desk.app.inject({
        url: `/api/attachments/${id}`,
        headers: { cookie: root.cookie },
      })
      expect([statusCode, body]).toEqual([200, text])
    }
  },
)
