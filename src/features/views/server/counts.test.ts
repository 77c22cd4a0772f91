import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aTicket, aView, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { shippedViews, viewLimits, type View } from '../contract.ts'

let desk: TestApp
let ada: Caller
let ida: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  ada = await desk.signedIn('helpdesk')
  ida = await desk.signedIn('internal')
  ana = await desk.signedIn('client')
  const made = await Promise.all(['one', 'two', 'three', 'four'].map((subject) => aTicket(ana, { subject })))
  await change(ada, made[0]!.id, { assignedToId: ada.id, status: 'progress' })
  await change(ada, made[1]!.id, { assignedToId: ida.id, status: 'testing' })
  await change(ada, made[2]!.id, { status: 'closed' })
  await aComment(ada, made[3]!.id, 'A secret word.', true)
})
afterAll(() => desk.close())

const countsOf = async (who: Caller) => (await who.get<Record<string, number>>('/api/views/counts')).body

test('the shipped views count what each person of the staff would see', async () => {
  expect(await countsOf(ada)).toEqual({
    'waiting-for-us': 3,
    'my-unresolved': 1,
    unassigned: 1,
    unresolved: 3,
  })
  expect(await countsOf(ida)).toEqual({
    'waiting-for-us': 3,
    'my-unresolved': 1,
    unassigned: 1,
    unresolved: 3,
  })
  expect(await countsOf(await desk.signedIn('super_user'))).toMatchObject({ 'my-unresolved': 0 })
})

test('each count is the total of the list that the view opens, own and shared views included', async () => {
  const own = await aView(ada, { name: 'Secret', query: 'search=secret&sort=updated' })
  const shared = await aView(ada, { name: 'Done', query: 'status=closed,resolved', sharedWith: 'internal' })
  const views = [...shippedViews(ida.id), ...(await ida.get<View[]>('/api/views')).body]
  const counts = await countsOf(ida)
  expect(Object.keys(counts)).toContain(shared)
  expect(Object.keys(counts)).not.toContain(own)
  for (const { id, query } of views.filter((view) => counts[view.id] !== undefined)) {
    const { body } = await ida.get<TicketPage>(`/api/tickets?${query}`)
    expect([id, counts[id]]).toEqual([id, body.total])
  }
  expect((await countsOf(ada))[own]).toBe(1)
})

test('a shared view with a character that no text can hold takes the counts from nobody', async () => {
  const eve = await desk.signedIn('helpdesk')
  const id = await aView(ada, { name: 'NUL', query: 'customerName=%00a&status=open', sharedWith: 'helpdesk' })
  // As it was stored before.
  await desk.database.pool.query(`update saved_views set query = 'customerName=%00' where id = $1`, [id])
  expect(await eve.get('/api/views/counts')).toMatchObject({ status: 200, body: { unresolved: 3 } })
  expect(await eve.get(`/api/views`)).toMatchObject({ status: 200 })
  await ada.delete(`/api/views/${id}`)
})

test('counts are never older than the last change', async () => {
  const before = await countsOf(ida)
  const { id } = await aTicket(ana)
  expect((await countsOf(ida))['unassigned']).toBe(before['unassigned']! + 1)
  await ada.delete(`/api/tickets/${id}`)
  expect(await countsOf(ida)).toEqual(before)
})

test('views that search have no count beyond a limit, and the other views and the search of lists go on', async () => {
  const eve = await desk.signedIn('internal')
  const plain = Object.keys(await countsOf(eve))
  const searching: string[] = []
  for (let made = 0; made < 20; made++)
    searching.push(await aView(eve, { name: `Search ${made}`, query: 'search=secret' }))
  expect(Object.keys(await countsOf(eve)).toSorted()).toEqual([...plain, ...searching].toSorted())
  // Another node has counted for her, too: 600 counts from here would take longer than their minute.
  const node = 'another node'
  const heard = new Promise<void>((resolve) =>
    desk.bus.onMessage((message) => fieldsOf(message)['node'] === node && resolve()),
  )
  desk.bus.publish({ type: 'limit:spent', node, limit: 'view_search', key: eve.id, points: 560 })
  await heard
  expect(Object.keys(await countsOf(eve)).toSorted()).toEqual([...plain, ...searching].toSorted())
  expect(Object.keys(await countsOf(eve))).toEqual(plain)
  expect((await eve.get('/api/tickets?search=secret')).status).toBe(200)
})

test('clients are told no count, nor that anything is counted for them', async () => {
  expect((await ana.get('/api/views/counts')).status).toBe(403)
})

test('a view counts no further than its limit, and only the first views of a person are counted', async () => {
  const eve = await desk.signedIn('internal')
  await desk.database.pool.query(
    `insert into tickets (ticket_number, subject, description, client_id, created_by_id, search_text)
     select 'TKT-9' || lpad(n::text, 5, '0'), 's', 'd', (select client_id from tickets limit 1), $1, 's' from generate_series(1, 120) n`,
    [ana.id],
  )
  const many = await aView(eve, { name: 'Many', query: 'status=open&category=other' })
  expect((await countsOf(eve))[many]).toBe(viewLimits.tickets)
  await ada.delete(`/api/tickets/${(await aTicket(ana)).id}`)
  expect((await countsOf(eve))[many]).toBe(viewLimits.tickets)
  for (let at = 0; at < viewLimits.counted; at++)
    await aView(eve, { name: `View ${at}`, query: 'status=closed' })
  const counts = await countsOf(eve)
  expect(Object.keys(counts).length).toBeLessThan(viewLimits.counted)
  const { body } = await eve.get<View[]>('/api/views')
  const last = body.map(({ id }) => id).find((id) => !(id in counts))!
  await eve.send('PATCH', '/api/settings', { viewOrder: [last] })
  expect(Object.keys(await countsOf(eve))).toContain(last)
})
