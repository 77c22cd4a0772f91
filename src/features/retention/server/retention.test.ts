import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AuditPage } from '#features/audit/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { User } from '#features/users/contract.ts'
import { aTicket, change } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { personalData } from '#app/server/features.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { RetentionPreview, RetentionRule } from '../contract.ts'
import { applyRules } from './apply-rules.ts'
import { monthsBefore } from './queries.ts'

let desk: TestApp
let root: Caller
let now: Date
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  now = desk.clock.now()
})
afterAll(() => desk.close())

const silent = pino({ level: 'silent' })
/** By one node, or by several at the same time. */
async function apply(nodes = 1, log: Parameters<typeof applyRules>[0]['log'] = silent): Promise<void> {
  const { database, work, clock, files } = desk
  const parts = {
    db: database.db,
    work,
    clock,
    store: files.store,
    log,
    personal: personalData,
  }
  await Promise.all(Array.from({ length: nodes }, () => applyRules(parts)))
}
/** Sets the clock so many months after the beginning of the test. Sessions have ended meanwhile. */
async function inMonths(months: number): Promise<void> {
  desk.clock.set(new Date(monthsBefore(now, -months).getTime() + 60_000))
  root = await desk.signedIn('super_user')
}
const set = (kind: string, months: number | null) =>
  root.put<RetentionRule[] & { message: string; issues: { path: string }[] }>(`/api/retention/${kind}`, {
    months,
  })
const preview = async (kind: string, months: number) =>
  (await root.get<RetentionPreview>(`/api/retention/${kind}/preview?months=${months}`)).body
const statusOf = async (id: string) => (await root.get(`/api/tickets/${id}`)).status
const taken = async (kind: string) =>
  (await root.get<AuditPage>('/api/audit?type=retention.applied')).body.entries.flatMap(({ details }) =>
    details.some(({ value }) => value === kind) ? [details.at(-1)?.value] : [],
  )

test('a rule for tickets shows what it takes, takes it through Deleted once it is on, and leaves the rest', async () => {
  const file = await anUpload(desk, root)
  const old = await aTicket(root, { subject: 'Long done', attachmentIds: [file.id] })
  await change(root, old.id, { status: 'resolved' })
  const open = await aTicket(root, { subject: 'Never done' })
  const { email } = await desk.person('client')
  const client = await desk.signIn(email)
  const disputed = await aTicket(client, { subject: 'Not done after all' })
  await change(root, disputed.id, { status: 'resolved' })
  // Said twice, it is our turn since the first time.
  await client.post(`/api/tickets/${disputed.id}/chat`, { message: 'It is broken.' })
  const answered = await aTicket(client, { subject: 'Talked about still' })
  await change(root, answered.id, { status: 'resolved' })
  await inMonths(5)
  const again = await desk.signIn(email)
  const said = await again.post(`/api/tickets/${disputed.id}/chat`, { message: 'It is broken again.' })
  expect(said.status).toBe(201)
  await again.post(`/api/tickets/${answered.id}/chat`, { message: 'How did you mend it?' })
  const answer = await root.post(`/api/tickets/${answered.id}/chat`, { message: 'By a new fuse.' })
  expect(answer.status).toBe(201)
  const young = await aTicket(root, { subject: 'Just done' })
  await change(root, young.id, { status: 'closed' })
  expect(await preview('tickets', 4)).toMatchObject({
    count: 1,
    files: 1,
    oldest: [{ name: `${old.ticketNumber} Long done` }],
  })
  expect(await preview('tickets', 6)).toMatchObject({ count: 0, files: 0, oldest: [] })
  // Off, until somebody switches it on.
  await apply()
  expect(await statusOf(old.id)).toBe(200)

  const { body } = await set('tickets', 4)
  expect(body.find(({ kind }) => kind === 'tickets')).toMatchObject({ months: 4, changedBy: { id: root.id } })
  await apply(3)
  expect([await statusOf(old.id), await statusOf(open.id), await statusOf(young.id)]).toEqual([404, 200, 200])
  expect([await statusOf(disputed.id), await statusOf(answered.id)]).toEqual([200, 200])
  expect(await taken('tickets')).toEqual(['1'])
  expect((await root.post(`/api/deleted/${old.id}/restore`, { withParent: false })).status).toBe(200)
  await apply()
  expect(await statusOf(old.id)).toBe(200)
  await inMonths(10)
  expect((await preview('tickets', 4)).oldest.map(({ name }) => name)).toContain(
    `${old.ticketNumber} Long done`,
  )
  await set('tickets', null)
  await apply()
  expect(await statusOf(old.id)).toBe(200)
})

test('a rule for people erases clients who have done nothing for long, keeps their tickets, and takes nobody else', async () => {
  await inMonths(0)
  const [idle, busy, waiting, staff] = [
    await desk.person('client', { firstName: 'Idle' }),
    await desk.person('client', { firstName: 'Busy' }),
    await desk.person('client', { firstName: 'Waiting' }),
    await desk.person('internal', { firstName: 'Staff' }),
  ]
  await aTicket(await desk.signIn(waiting.email))
  const caller = await desk.signIn(idle.email)
  const file = await anUpload(desk, caller)
  const done = await aTicket(caller, { description: 'It was the fuse.', attachmentIds: [file.id] })
  await change(root, done.id, { status: 'closed' })
  await inMonths(13)
  await desk.signIn(busy.email)
  await inMonths(14)
  const { oldest, files } = await preview('people', 12)
  const names = oldest.map(({ name }) => name)
  expect(files).toBe(0)
  expect(names.some((name) => name.startsWith('Idle'))).toBe(true)
  expect(names.filter((name) => /Busy|Waiting|Staff/.test(name))).toEqual([])
  expect((await set('people', 12)).status).toBe(200)
  await apply(2)
  const nameOf = async (id: string) => (await root.get<User[]>(`/api/users?id=${id}`)).body[0]?.firstName
  expect(await nameOf(idle.id)).toBe('Erased person')
  const { body: kept } = await root.get<TicketDetail>(`/api/tickets/${done.id}`)
  expect([kept.description, kept.attachments.length]).toEqual(['It was the fuse.', 1])
  expect([await nameOf(busy.id), await nameOf(waiting.id), await nameOf(staff.id)]).toEqual([
    'Busy',
    'Waiting',
    'Staff',
  ])
})

test('a rule for the log takes old entries and leaves the history of tickets', async () => {
  await set('people', null)
  await inMonths(0)
  const ticket = await aTicket(root)
  const deleted = await aTicket(root)
  await inMonths(30)
  expect((await root.delete(`/api/tickets/${deleted.id}`)).status).toBe(200)
  // More than are taken at once.
  await desk.database.pool.query(
    `insert into events (position, type, data, at) select -n, 'older', '{}', '2001-01-01' from generate_series(1, 2100) n`,
  )
  const { count } = await preview('log', 24)
  expect(count).toBeGreaterThan(2100)
  await set('log', 24)
  await apply(2)
  expect(await preview('log', 24)).toEqual({ count: 0, files: 0, oldest: [] })
  // Two nodes that meet the same entries say together how many there were.
  const said = (await taken('log')).map(Number)
  expect(said.reduce((sum, one) => sum + one, 0)).toBe(count)
  const { entries } = (await root.get<AuditPage>(`/api/audit?subject=${ticket.id}`)).body
  expect(entries.map(({ type }) => type)).toEqual(['ticket.created'])
  expect(
    (await root.post(`/api/deleted/${deleted.id}/restore`, { withParent: false, withHanging: false })).status,
  ).toBe(200)
  const { body: history } = await root.get<{ what: string }[]>(`/api/tickets/${deleted.id}/history`)
  expect(history.map(({ what }) => what)).toEqual(['created', 'deleted', 'restored'])
  // People are judged by the log.
  const refused = await set('people', 36)
  expect([refused.status, refused.body.issues[0]?.path]).toEqual([400, 'months'])
  expect((await set('people', 24)).status).toBe(200)
})

test('nobody is judged by a log that has been shortened', async () => {
  for (const kind of ['people', 'log'] as const) await set(kind, null)
  await inMonths(0)
  await desk.person('client', { firstName: 'Quiet' })
  await inMonths(40)
  await set('log', 12)
  await apply()
  await set('log', null)
  expect(await preview('people', 24)).toEqual({ count: 0, files: 0, oldest: [] })
})

test('people and a log that are kept equally long go on being judged after each time', async () => {
  for (const kind of ['people', 'log'] as const) await set(kind, null)
  await inMonths(60)
  await desk.person('client', { firstName: 'Still' })
  const aDayMs = 24 * 60 * 60_000
  desk.clock.advance(aDayMs)
  await desk.signedIn('super_user')
  await inMonths(84)
  desk.clock.advance(aDayMs / 2)
  await set('log', 24)
  await apply()
  expect((await preview('people', 24)).oldest.map(({ name }) => name.split(' ')[0])).toContain('Still')
})

test.each([
  ['tickets', 2],
  ['people', 11],
  ['log', 0],
  ['tickets', 1.5],
  ['tickets', 1000],
])('a rule for %s of %s months is refused with the name of the field', async (kind, months) => {
  // Their sign-in of before is not fresh any more.
  root = await desk.signedIn('super_user')
  const { status, body } = await set(kind, months)
  expect([status, body.issues[0]?.path]).toEqual([400, 'months'])
})

test('subtracting months from the last day of a month gives the last day of a month', () => {
  const before = (day: string, months: number) =>
    monthsBefore(new Date(day), months).toISOString().slice(0, 10)
  expect([
    before('2026-03-31T12:00:00Z', 1),
    before('2024-03-31T12:00:00Z', 1),
    before('2026-01-15T00:00:00Z', 14),
  ]).toEqual(['2026-02-28', '2024-02-29', '2024-11-15'])
})

/** Makes a statement fail for rows that fit, until it is undone. @returns undoes it */
async function failing(statement: string, isMeant: string): Promise<() => Promise<unknown>> {
  const run = (text: string) => desk.database.pool.query(text)
  await run(
    `create function refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
  )
  const [, , table] = statement.split(' ')
  await run(
    `create trigger refused before ${statement} for each row when (${isMeant}) execute function refuse()`,
  )
  return () => run(`drop trigger refused on ${table}; drop function refuse`)
}

test('a ticket that cannot be deleted, and a rule that fails, hold up nothing else', async () => {
  await inMonths(0)
  const [broken, other] = [await aTicket(root), await aTicket(root)]
  for (const { id } of [broken, other]) await change(root, id, { status: 'closed' })
  await inMonths(14)
  await set('tickets', 4)
  await set('log', 12)
  const log = { error: vi.fn<(details: object) => void>(), warn: vi.fn<() => void>() }
  const mend = await failing('delete on tickets', `old.id = '${broken.id}'`)
  await apply(1, log)
  await mend()
  expect([await statusOf(broken.id), await statusOf(other.id)]).toEqual([200, 404])
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(Error), kind: 'tickets', id: broken.id },
    expect.any(String),
  )
  expect((await preview('log', 12)).count).toBe(0)

  await desk.database.pool.query(
    `insert into events (position, type, data, at) values (-1, 'older', '{}', '2001-01-01')`,
  )
  const mendRule = await failing('insert on events', `new.data ->> 'kind' = 'tickets'`)
  await apply(1, log)
  await mendRule()
  expect(log.error).toHaveBeenLastCalledWith({ err: expect.any(Error), kind: 'tickets' }, expect.any(String))
  expect((await preview('log', 12)).count).toBe(0)
  for (const kind of ['tickets', 'log']) await set(kind, null)
})
