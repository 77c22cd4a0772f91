import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryEntry, TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { forgetUnusedWords } from '#features/ticket-search/server/public/text-index.ts'
import { aClient, aComment, aProduct, aTicket, assign, change } from '#test/factories.ts'
import { purgeOld } from '#features/trash/server/purge-old.ts'
import { anUpload } from '#test/files.ts'
import { joined } from '#test/socket.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { DeletedThing } from '../contract.ts'

let desk: TestApp
let base: string
let root: Caller
let helen: Caller
let ivo: Caller
let ana: Caller
beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  root = await desk.signedIn('super_user')
  helen = await desk.signedIn('helpdesk')
  ivo = await desk.signedIn('internal')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await desk.database.pool.query<T>(text, values)).rows

const listed = async (by: Caller, filter = '') =>
  (await by.get<{ things: DeletedThing[]; total: number }>(`/api/deleted?${filter}`)).body
const restore = (by: Caller, id: string, body: object = {}) =>
  by.post<{ message: string }>(`/api/deleted/${id}/restore`, { withParent: false, ...body })
async function remove(by: Caller, path: string) {
  expect((await by.delete(`/api/${path}`)).status).toBe(200)
}

/** Fields that every call changes, or that tell of the deletion itself. */
const moving = [
  'deleted_things',
  'log_head',
  'sessions',
  'rate_limits',
  'idempotency_keys',
  'log_followers',
  'nodes',
]

/** All rows of all tables, as text. */
async function everything(): Promise<Map<string, string[]>> {
  await forgetUnusedWords(desk.work)
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    if (moving.includes(name)) continue
    const rows = await query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)
    found.set(name, rows.map(({ row }) => row).toSorted())
  }
  return found
}

/** Holds that all is as it was, and the log goes on. */
async function expectAsBefore(before: Map<string, string[]>) {
  const after = await everything()
  const [logBefore, logAfter] = [before, after].map((tables) => tables.get('events') ?? [])
  expect(logBefore!.filter((row) => !logAfter!.includes(row))).toEqual([])
  const but = (tables: Map<string, string[]>) => [...tables].filter(([name]) => name !== 'events')
  expect(but(after)).toEqual(but(before))
}

/** A ticket with all that can hang on one. */
async function aFullTicket(customerName: string) {
  const file = await anUpload(desk, ana, 'narwhal.txt')
  const { id } = await aTicket(ana, { subject: 'Narwhal aground', customerName, attachmentIds: [file.id] })
  const said = await anUpload(desk, helen, 'internal.txt')
  await aComment(ana, id, 'It is still there.')
  const seen = await aComment(helen, id, 'We have called the tide.')
  const inner = await helen.post(`/api/tickets/${id}/comments`, {
    content: 'Beluga cousins, maybe?',
    isInternal: true,
    attachmentIds: [said.id],
  })
  expect(inner.status).toBe(201)
  expect((await ana.post(`/api/tickets/${id}/comments/${seen}/read`)).status).toBe(200)
  expect((await ana.post(`/api/tickets/${id}/chat`, { message: 'Hello?' })).status).toBe(201)
  await change(helen, id, { status: 'progress', assignedToId: ivo.id })
  return { id, files: [file.id, said.id] }
}

const statusOf = async (by: Caller, file: string) =>
  (await desk.app.inject({ url: `/api/attachments/${file}`, headers: { cookie: by.cookie } })).statusCode

describe('a deleted ticket', () => {
  test('comes back as it was, with all that hung on it, its files and its history', async () => {
    const { id, files } = await aFullTicket('Harbour')
    const before = await everything()
    const total = async () => (await helen.get<TicketPage>('/api/tickets?search=narwhal')).body.total
    expect(await total()).toBe(1)

    await remove(helen, `tickets/${id}`)
    expect((await ana.get(`/api/tickets/${id}`)).status).toBe(404)
    expect(await total()).toBe(0)
    expect(await statusOf(ana, files[0]!)).toBe(404)
    const { things } = await listed(root, 'kind=ticket&search=NARWHAL')
    expect(things).toMatchObject([
      { id, kind: 'ticket', files: 2, hanging: 0, parent: null, deletedBy: { id: helen.id } },
    ])
    expect(Date.parse(things[0]!.goneAt) - Date.parse(things[0]!.deletedAt)).toBe(30 * 24 * 3600_000)

    expect(await restore(helen, id)).toMatchObject({ status: 200, body: { message: 'Restored.' } })
    await expectAsBefore(before)
    expect(await total()).toBe(1)
    expect((await ana.get<TicketPage>('/api/tickets?search=tide')).body.total).toBe(1)
    expect([await statusOf(ana, files[0]!), await statusOf(helen, files[1]!)]).toEqual([200, 200])
    const history = (await helen.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body
    expect(history.at(0)?.what).toBe('created')
    expect(history.slice(-2).map(({ what }) => what)).toEqual(['deleted', 'restored'])
    expect((await ana.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.at(-1)?.what).toBe('restored')
    expect((await listed(root, 'kind=ticket')).total).toBe(0)
    // Nothing of it is mailed.
    expect(await query('select 1 from deliveries where payload::text like $1', ['%restored%'])).toEqual([])
  })

  test('comes back with what is unread in its chat, of which is told whom that awaits', async () => {
    const { id } = await aTicket(ana)
    await change(helen, id, { assignedToId: ivo.id })
    expect((await ana.post(`/api/tickets/${id}/chat`, { message: 'Hello?' })).status).toBe(201)
    await remove(helen, `tickets/${id}`)
    const sockets = await Promise.all([ivo, helen].map((one) => joined(base, one)))
    expect((await restore(helen, id)).status).toBe(200)
    for (const socket of sockets) await socket.hears((heard) => heard.ticket?.id === id)
    await sockets[0]!.hears((heard) => heard.type === 'chat:unread' && heard.ticketId === id)
    expect(await sockets[1]!.said('chat:unread')).toEqual([])
    await Promise.all(sockets.map((socket) => socket.close()))
  })

  test('is restored or deleted for good, and whoever was too late hears so', async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await aTicket(ana)
      await remove(root, `tickets/${id}`)
      const [restored, purged] = await Promise.all([restore(root, id), root.delete(`/api/deleted/${id}`)])
      const { status } = await root.get(`/api/tickets/${id}`)
      const isRestored = restored.status === 200
      expect([restored.status, purged.status, status]).toEqual(isRestored ? [200, 404, 200] : [404, 200, 404])
    }
  })

  test('is restored once, however many ask at the same time', async () => {
    const { id } = await aTicket(ana)
    await remove(root, `tickets/${id}`)
    const answers = await Promise.all([restore(root, id), restore(helen, id), restore(root, id)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 404)?.body.message).toMatch(/not in Deleted any more/)
  })

  test('comes back without a product that is gone, and finds it again when that is restored', async () => {
    const product = await aProduct(root, { name: 'Winch' })
    const first = await aTicket(ana, { productName: 'Winch' })
    const second = await aTicket(ana, { productName: 'Winch' })
    expect([first.productId, second.productId]).toEqual([product, product])
    await remove(root, `tickets/${first.id}`)
    await remove(root, `products/${product}`)
    await remove(root, `tickets/${second.id}`)
    expect((await restore(root, first.id)).status).toBe(200)
    const productOf = async (id: string) =>
      (await root.get<TicketDetail>(`/api/tickets/${id}`)).body.productId
    expect(await productOf(first.id)).toBe(null)
    expect((await restore(helen, product)).status).toBe(200)
    expect((await restore(root, second.id)).status).toBe(200)
    expect([await productOf(first.id), await productOf(second.id)]).toEqual([product, product])
  })

  test('comes back unassigned where its assignee cannot work on it any more', async () => {
    const temp = await desk.signedIn('internal')
    const { id } = await aTicket(ana)
    await change(helen, id, { assignedToId: temp.id })
    await remove(helen, `tickets/${id}`)
    expect((await root.post(`/api/users/${temp.id}/disable`)).status).toBe(200)
    expect((await restore(helen, id)).status).toBe(200)
    expect((await helen.get<TicketDetail>(`/api/tickets/${id}`)).body.assignedTo).toBe(null)
  })

  test('is restored though the tables have another column by now, and one fewer', async () => {
    const { id } = await aTicket(ana)
    await remove(helen, `tickets/${id}`)
    await query(
      `update deleted_things set rows = jsonb_set(rows #- '{0,rows,0,source}', '{0,rows,0,gone_column}', '"x"') where id = $1`,
      [id],
    )
    expect((await restore(helen, id)).status).toBe(200)
    expect((await helen.get<TicketDetail>(`/api/tickets/${id}`)).body.source).toBe('web')
  })
})

test('a deleted client comes back with its products and people, and then its tickets', async () => {
  const client = await aClient(root, { name: 'Lighthouse', website: 'https://light.example' })
  const keeper = await desk.signedIn('client')
  await assign(root, client.id, keeper.id, 'contact')
  const product = await aProduct(root, { name: 'Lamp', clientId: client.id })
  expect((await root.post(`/api/products/${product}/users`, { userId: ivo.id, role: 'lead' })).status).toBe(
    201,
  )
  const tickets = []
  for (const subject of ['One', 'Two', 'Three'])
    tickets.push(await aTicket(keeper, { subject, productName: 'Lamp' }))
  expect(tickets[0]!.productId).toBe(product)
  await root.send('PATCH', `/api/clients/${client.id}`, { address: 'On the rock' })
  const before = await everything()
  expect((await root.delete(`/api/clients/${client.id}`)).status).toBe(409)
  for (const { id } of tickets) await remove(helen, `tickets/${id}`)
  await remove(root, `clients/${client.id}`)

  // Helpdesk may restore the tickets, and learns what stands in the way; the client is for super users.
  const refused = await restore(helen, tickets[0]!.id)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Lighthouse')])
  expect((await restore(helen, tickets[0]!.id, { withParent: true })).status).toBe(409)
  expect((await restore(helen, client.id)).status).toBe(404)
  expect((await listed(helen, 'search=lighthouse')).total).toBe(0)
  const [row] = (await listed(root, 'search=lighthouse')).things
  expect(row).toMatchObject({ kind: 'client', hanging: 3 })
  const [ticket] = (await listed(helen, 'search=One')).things
  expect(ticket?.parent).toEqual({ id: client.id, kind: 'client', name: 'Lighthouse', isRestorable: false })

  expect((await restore(root, tickets[0]!.id, { withParent: true })).body.message).toMatch(
    /what it belongs to/,
  )
  const rest = await root.post<object>(`/api/deleted/${client.id}/restore-hanging`)
  expect(rest).toMatchObject({ status: 200, body: { restored: 2, left: 0 } })
  await expectAsBefore(before)
})

test('a client or a product whose name is taken by now is not restored', async () => {
  const client = await aClient(root, { name: 'Twins' })
  const product = await aProduct(root, { name: 'Rope', clientId: client.id })
  await remove(root, `products/${product}`)
  const other = await aProduct(root, { name: 'Rope', clientId: client.id })
  expect(await restore(root, product)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('another product called Rope') },
  })
  await root.send('PATCH', `/api/products/${other}`, { name: 'Rope 2' })
  await remove(root, `clients/${client.id}`)
  expect((await restore(root, product)).body.message).toContain('Twins')
  const again = await aClient(root, { name: 'twins' })
  expect(await restore(root, client.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('another client called Twins') },
  })
  await root.send('PATCH', `/api/clients/${again.id}`, { name: 'Others' })
  expect((await restore(root, product, { withParent: true })).status).toBe(200)
  const { body } = await root.get<{ id: string; products: { name: string }[] }[]>('/api/clients')
  expect(body.find(({ id }) => id === client.id)?.products.map(({ name }) => name)).toEqual([
    'Rope',
    'Rope 2',
  ])
})

test('the desk deletes a comment, and restores it with its file; not while its ticket is deleted', async () => {
  const ticket = await aTicket(ana)
  const file = await anUpload(desk, ana, 'map.txt')
  const { body: comment } = await ana.post<{ id: string }>(`/api/tickets/${ticket.id}/comments`, {
    content: 'Here is the map to Atlantis.',
    attachmentIds: [file.id],
  })
  const inner = await aComment(helen, ticket.id, 'Lemuria, rather.', true)
  const detail = async (by: Caller) => (await by.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body
  const known = await detail(ana)
  const path = `/api/comments/${comment.id}`
  expect((await ana.delete(path)).status).toBe(403)
  expect((await ivo.delete(path)).status).toBe(403)
  expect((await (await desk.signedIn('client')).delete(path)).status).toBe(403)
  const found = async (by: Caller, word: string) =>
    (await by.get<TicketPage>(`/api/tickets?search=${word}`)).body.total
  expect([await found(ana, 'atlantis'), await found(helen, 'lemuria')]).toEqual([1, 1])

  await remove(helen, `comments/${comment.id}`)
  expect((await helen.delete(path)).status).toBe(404)
  expect((await detail(ana)).comments).toEqual([])
  expect((await detail(ana)).version).toBe(known.version + 1)
  expect([
    await found(ana, 'atlantis'),
    await found(helen, 'atlantis'),
    await statusOf(ana, file.id),
  ]).toEqual([0, 0, 404])
  await remove(helen, `comments/${inner}`)
  expect((await detail(ana)).version).toBe(known.version + 1)
  expect(await found(helen, 'lemuria')).toBe(0)

  await remove(helen, `tickets/${ticket.id}`)
  expect((await restore(helen, comment.id)).body.message).toContain(ticket.ticketNumber)
  expect((await restore(helen, comment.id, { withParent: true })).status).toBe(200)
  expect((await restore(helen, inner)).status).toBe(200)
  expect((await detail(ana)).comments).toEqual(known.comments)
  expect([await found(ana, 'atlantis'), await found(helen, 'lemuria'), await statusOf(ana, file.id)]).toEqual(
    [1, 1, 200],
  )
  const whats = async (by: Caller) =>
    (await by.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)).body.map(({ what }) => what)
  expect((await whats(ana)).filter((what) => what.startsWith('comment'))).toEqual([
    'commented',
    'comment-deleted',
    'comment-restored',
  ])
  expect((await whats(helen)).filter((what) => what.startsWith('comment'))).toHaveLength(6)
})

describe('after thirty days', () => {
  const dayMs = 24 * 3600_000
  const sweep = () =>
    purgeOld(
      { db: desk.database.db, work: desk.work, store: desk.files.store, log: pino({ level: 'silent' }) },
      desk.clock.now(),
    )
  /** Lists the places of a word: rows of any table, and files of the store. */
  async function placesOf(word: string): Promise<string[]> {
    const tables = await everything()
    const kept = await query<{ row: string }>('select to_jsonb(t)::text as row from deleted_things t')
    const all = [...tables, ['deleted_things', kept.map(({ row }) => row)] as const]
    return all.flatMap(([name, rows]) =>
      rows.filter((row) => row.toLowerCase().includes(word)).map((row) => `${name}: ${row}`),
    )
  }
  const isStored = async (path: string) => (await desk.files.store.find(path)) !== undefined

  test('a deleted client and its ticket are gone everywhere, from the store and the audit log, too', async () => {
    const client = await aClient(root, { name: 'Kraken Ltd', address: 'Kraken Street' })
    await aProduct(root, { name: 'Kraken Net', clientId: client.id })
    const file = await anUpload(desk, ana, 'kraken.txt')
    const { id } = await aTicket(root, { subject: 'Kraken', clientId: client.id, customerName: 'Kraken Ltd' })
    expect((await ana.get(`/api/tickets/${id}`)).status).toBe(404)
    const other = await aTicket(ana, { subject: 'Kraken', attachmentIds: [file.id] })
    const [{ path }] = (await query<{ path: string }>(
      'select object_path as path from attachments where id = $1',
      [file.id],
    )) as [{ path: string }]
    await remove(root, `tickets/${other.id}`)
    await remove(root, `tickets/${id}`)
    await remove(root, `clients/${client.id}`)
    desk.clock.advance(29 * dayMs)
    await sweep()
    expect([
      (await listed(await desk.signedIn('super_user'), 'search=kraken')).total,
      await isStored(path),
    ]).toEqual([3, true])

    desk.clock.advance(dayMs + 1)
    // Two nodes at once do it once.
    await Promise.all([sweep(), sweep()])
    expect(await placesOf('kraken')).toEqual([])
    expect(await isStored(path)).toBe(false)
    const purged = await query("select data from events where type = 'deleted.purged' and subject_id = $1", [
      client.id,
    ])
    expect(purged).toEqual([{ data: { kind: 'client' } }])
    root = await desk.signedIn('super_user')
    helen = await desk.signedIn('helpdesk')
    ana = await desk.signedIn('client')
  })

  test('only super users delete for good before that, with what belongs to it', async () => {
    const client = await aClient(root, { name: 'Leviathan' })
    const { id } = await aTicket(root, { clientId: client.id, customerName: 'Leviathan' })
    await remove(root, `tickets/${id}`)
    await remove(root, `clients/${client.id}`)
    for (const path of [`deleted/${id}`, `deleted/${client.id}`])
      expect((await helen.delete(`/api/${path}`)).status).toBe(403)
    await remove(root, `deleted/${client.id}`)
    expect(await placesOf('leviathan')).toEqual([])
    expect((await restore(root, id)).status).toBe(404)
    expect((await root.delete(`/api/deleted/${id}`)).status).toBe(404)
  })
})

test('browsers of the desk hear that something was deleted and restored, those of a client see the ticket again', async () => {
  const { id } = await aTicket(ana)
  const [watcher, owner] = [await joined(base, helen), await joined(base, ana)]
  await remove(root, `tickets/${id}`)
  await watcher.hears(({ type }) => type === 'deleted:changed')
  await owner.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === id)
  expect((await restore(root, id)).status).toBe(200)
  await owner.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
  expect(await owner.said('deleted:changed')).toEqual([])
})
