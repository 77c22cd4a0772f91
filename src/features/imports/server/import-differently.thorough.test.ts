import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  await imported('clients', csv('id,Name', 'C-1,Acme Ltd'))
})
afterEach(() => desk.close())

const { imported } = importing(() => root)

const ticket = async (number: string) => (await root.get<TicketDetail>(`/api/tickets/${number}`)).body

test('the same file in another order of dates corrects them, and those that have but one order stay', async () => {
  const file = csv(
    'id,Number,Subject,Client,Created,Resolved,Status',
    'T-1,1,Slashes,C-1,03/04/2025,,open',
    'T-2,2,Dashes,C-1,2025-04-03,2025-04-04,closed',
  )
  const createdOn = async (number: string) => (await ticket(number)).createdAt.slice(0, 10)
  await imported('tickets', file)
  expect(await createdOn('TKT-000001')).toBe('2025-04-03')
  const again = await imported('tickets', file, { dateOrder: 'mdy' })
  expect(again.rows).toMatchObject([
    { outcome: 'update', notes: [{ field: 'createdAt' }] },
    { outcome: 'unchanged' },
  ])
  expect(await createdOn('TKT-000001')).toBe('2025-03-04')
  expect((await ticket('TKT-000001')).turnSince?.slice(0, 10)).toBe('2025-03-04')
  expect((await imported('tickets', file, { dateOrder: 'mdy' })).counts).toMatchObject({ unchanged: 2 })
})

test('dates that an earlier version has imported are not read in another order', async () => {
  const file = csv('id,Number,Subject,Client,Created', 'T-1,1,Slashes,C-1,03/04/2025')
  await imported('tickets', file)
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)
  const digests = { number: digest('1'), createdAt: digest('03/04/2025') }
  const { rowCount } = await desk.database.pool.query(
    `update external_ids set digests = digests || $1 where kind = 'tickets'`,
    [digests],
  )
  expect(rowCount).toBe(1)
  expect((await imported('tickets', file, { dateOrder: 'mdy' })).counts).toMatchObject({ unchanged: 1 })
  expect((await ticket('TKT-000001')).createdAt).toMatch('2025-04-03')
})

const ticketsFile = csv(
  'id,Number,Subject,Client,Requester,Assignee',
  'T-1,1,Hot,C-1,ana@acme.example,Carl Desk',
  'T-2,2,Cold,C-1,ana@acme.example,Carl Desk',
)
const peopleFile = csv(
  'Email,Full name,Client,Role',
  'ana@acme.example,Ana Lopez,C-1,',
  'carl@desk.example,Carl Desk,,agent',
)

test('a second import of a file replaces stand-ins by people who are known by then', async () => {
  const fallbackPersonId = root.id
  await imported('tickets', ticketsFile, { fallbackPersonId })
  await imported('comments', csv('Ticket,Author,Comment', 'T-1,Carl Desk,Hello'), { fallbackPersonId })
  expect(await ticket('TKT-000001')).toMatchObject({ createdBy: { id: root.id }, assignedTo: null })
  for (const options of [{ fallbackPersonId }, {}])
    expect((await imported('tickets', ticketsFile, options)).counts).toMatchObject({ unchanged: 2 })

  // Somebody has taken one of them meanwhile.
  await change(root, (await ticket('TKT-000002')).id, { assignedToId: root.id })
  await imported('people', peopleFile)
  const again = await imported('tickets', ticketsFile)
  expect(again.rows.map(({ notes }) => notes)).toEqual([
    [{ field: 'requester' }, { field: 'assignee' }],
    [{ field: 'requester' }],
  ])
  await imported('comments', csv('Ticket,Author,Comment', 'T-1,Carl Desk,Hello'))
  expect(await ticket('TKT-000001')).toMatchObject({
    createdBy: { firstName: 'Ana' },
    assignedTo: { firstName: 'Carl' },
    comments: [{ user: { firstName: 'Carl' } }],
  })
  expect((await ticket('TKT-000002')).assignedTo?.id).toBe(root.id)
  expect((await imported('tickets', ticketsFile)).counts).toMatchObject({ unchanged: 2 })
})

test('another may be chosen for those who are not known, when the same file is imported again', async () => {
  await imported('tickets', ticketsFile, { fallbackPersonId: root.id })
  const other = await desk.person('helpdesk')
  const again = await imported('tickets', ticketsFile, { fallbackPersonId: other.id })
  expect(again.rows[0]).toMatchObject({ outcome: 'update', notes: [{ field: 'requester' }, {}] })
  expect(await ticket('TKT-000001')).toMatchObject({ createdBy: { id: other.id }, assignedTo: null })
})
