import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#features/clients/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { User } from '#features/users/contract.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterEach(() => desk.close())

const { settled, rowsOf, checkedFile, imported } = importing(() => root)

const clientsFile = csv(
  'id;Name;Contact Email;Website;Active',
  'C-1;Acme Ltd;office@acme.example;https://acme.example;yes',
  'C-2;Börek & Söhne;;;no',
)
const peopleFile = csv(
  'id,Email,Full name,Organization,Role,Role at the client',
  'P-1,ana@acme.example,Ana de Lopez,C-1,End-user,contact',
  'P-2,carl@desk.example,Carl Desk,,agent,',
)
const ticketsFile = csv(
  'Ticket ID,id,Subject,Description,Status,Priority,Requester,Assignee,Company,Created at,Solved at,Product',
  '4711,T-1,The oven stays cold,"It does not heat,\nsince today",Solved,urgent,ana@acme.example,Carl Desk,C-1,03.04.2025 09:15,2025-04-04T08:00:00Z,Oven',
  '12,T-2,The door jams,,new,Normal,P-1,,acme ltd,2025-05-01,,',
)
const commentsFile = csv(
  'id,Ticket,Author,Body,Created at,Private',
  'M-1,T-1,carl@desk.example,We look into it,2025-04-03T08:00:00Z,no',
  'M-2,4711,ana@acme.example,It heats again,2025-04-03T09:00:00Z,',
  'M-3,T-1,P-2,Loose cable,2025-04-03T10:00:00Z,yes',
)

async function everything() {
  await imported('clients', clientsFile)
  await imported('people', peopleFile)
  const tickets = await imported('tickets', ticketsFile)
  await imported('comments', commentsFile)
  return tickets
}

const ticket = async (number: string, by = root) =>
  (await by.get<TicketDetail>(`/api/tickets/${number}`)).body

test('clients, people, tickets and comments are imported with numbers, dates and authors, and nobody is mailed', async () => {
  await everything()
  const { body: clients } = await root.get<Client[]>('/api/clients')
  expect(clients.map(({ name, isActive, contactEmail }) => [name, isActive, contactEmail])).toEqual([
    ['Acme Ltd', true, 'office@acme.example'],
    ['Börek & Söhne', false, null],
  ])
  expect(clients[0]?.clientUsers).toMatchObject([{ role: 'contact', user: { email: 'ana@acme.example' } }])
  const { body: users } = await root.get<User[]>('/api/users?search=.example')
  expect(users.find(({ email }) => email === 'ana@acme.example')).toMatchObject({
    firstName: 'Ana de',
    lastName: 'Lopez',
    role: 'client',
    isInvited: true,
    companyName: 'Acme Ltd',
  })
  const oven = await ticket('TKT-004711')
  expect(oven).toMatchObject({
    subject: 'The oven stays cold',
    description: 'It does not heat,\nsince today',
    status: 'resolved',
    priority: 'critical',
    createdBy: { firstName: 'Ana de' },
    assignedTo: { firstName: 'Carl' },
    client: { name: 'Acme Ltd' },
    productName: 'Oven',
    resolvedAt: '2025-04-04T08:00:00.000Z',
    updatedAt: '2025-04-04T08:00:00.000Z',
  })
  expect(oven.createdAt.slice(0, 10)).toBe('2025-04-03')
  expect(
    oven.comments.map(({ content, isInternal, user, createdAt }) => [
      content,
      isInternal,
      user.firstName,
      createdAt,
    ]),
  ).toEqual([
    ['We look into it', false, 'Carl', '2025-04-03T08:00:00.000Z'],
    ['It heats again', false, 'Ana de', '2025-04-03T09:00:00.000Z'],
    ['Loose cable', true, 'Carl', '2025-04-03T10:00:00.000Z'],
  ])
  expect(await ticket('TKT-000012')).toMatchObject({
    status: 'open',
    priority: 'medium',
    turn: 'us',
    description: 'The door jams',
  })
  const { body: history } = await root.get<{ what: string }[]>(`/api/tickets/${oven.id}/history`)
  expect(history.map(({ what }) => what)).toEqual(['imported'])
  const { rows } = await desk.database.pool.query('select kind from deliveries')
  expect(rows).toEqual([])
})

test('an imported comment waits for nobody to read it, however new it is', async () => {
  await everything()
  desk.clock.advance(2 * 60 * 60 * 1000)
  const lately = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  await imported('comments', csv('Ticket,Author,Body,Created at', `T-2,ana@acme.example,Lately,${lately}`))
  const { id, comments, turn } = await ticket('TKT-000012')
  expect([comments.length, turn]).toEqual([1, 'us'])
  expect((await root.get(`/api/tickets/unread?ids=${id}`)).body).toEqual({ tickets: [] })
  const { rows } = await desk.database.pool.query('delete from external_ids returning 1')
  expect(rows.length).toBeGreaterThan(0)
  expect((await root.get(`/api/tickets/unread?ids=${id}`)).body).toEqual({
    tickets: [{ ticketId: id, unread: 1 }],
  })
})

test('numbers go on after the highest that was imported', async () => {
  await everything()
  const { body } = await root.post<TicketDetail>('/api/tickets', {
    subject: 'New',
    description: 'New',
    customerName: 'Acme Ltd',
    productName: 'Oven',
  })
  expect(body.ticketNumber).toBe('TKT-004712')
})

test('a check takes no numbers and leaves nothing behind', async () => {
  await imported('clients', clientsFile)
  const before = await desk.database.pool.query('select count(*)::int as events from events')
  const checked = await checkedFile(
    'tickets',
    csv('id,Subject,Client', ...Array.from({ length: 120 }, (_, at) => `T-${at},Subject ${at},C-1`)),
  )
  expect(checked).toMatchObject({ state: 'checked', counts: { create: 120, refused: 0 } })
  const { body } = await root.get<{ total: number }>('/api/tickets')
  expect(body.total).toBe(0)
  expect((await desk.database.pool.query('select count(*)::int as events from events')).rows).toEqual(
    before.rows,
  )
  expect(
    (await desk.database.pool.query('select external_id from external_ids where kind = $1', ['tickets']))
      .rows,
  ).toEqual([])
  const { body: next } = await root.post<TicketDetail>('/api/tickets', {
    subject: 'a',
    description: 'a',
    customerName: 'b',
    productName: 'c',
  })
  expect(next.ticketNumber).toBe('TKT-000001')
})

test('the same file changes nothing the second time, and a changed row changes what has changed in it', async () => {
  await everything()
  const again = await imported('tickets', ticketsFile)
  expect(again.counts).toEqual({ create: 0, update: 0, unchanged: 2, refused: 0 })
  expect((await imported('comments', commentsFile)).counts).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 3,
  })
  expect((await imported('people', peopleFile)).counts).toMatchObject({ create: 0, update: 0, unchanged: 2 })
  const door = await ticket('TKT-000012')
  await root.put(`/api/tickets/${door.id}`, { priority: 'critical' })
  const changed = await imported(
    'tickets',
    ticketsFile.replace('The door jams', 'The gate jams').replace('new', 'closed'),
  )
  expect(changed.counts).toEqual({ create: 0, update: 1, unchanged: 1, refused: 0 })
  expect(changed.rows[1]).toMatchObject({
    outcome: 'update',
    label: 'TKT-000012',
    notes: [{ field: 'subject' }, { field: 'status' }],
  })
  expect(await ticket('TKT-000012')).toMatchObject({
    subject: 'The gate jams',
    status: 'closed',
    priority: 'critical',
    turn: null,
  })
  const { body: found } = await root.get<{ total: number }>('/api/tickets?search=gate')
  expect(found.total).toBe(1)
  expect(
    (await imported('comments', commentsFile.replace('Loose cable', 'Burnt cable'))).counts,
  ).toMatchObject({ update: 1 })
  expect((await ticket('TKT-004711')).comments[2]?.content).toBe('Burnt cable')
})

test('a row tells by their names which people and which client have changed', async () => {
  await everything()
  const tickets = await imported(
    'tickets',
    ticketsFile.replace('new,Normal,P-1,,acme ltd', 'new,Normal,P-2,P-2,C-2'),
  )
  expect(tickets.rows[1]?.notes).toEqual([{ field: 'client' }, { field: 'requester' }, { field: 'assignee' }])
  const comments = await imported(
    'comments',
    commentsFile.replace('M-3,T-1,P-2', 'M-3,T-1,carl@desk.example'),
  )
  expect(comments.rows[2]?.outcome).toBe('unchanged')
  const other = await imported('comments', commentsFile.replace('M-1,T-1,carl@desk.example', 'M-1,T-1,P-1'))
  expect(other.rows[0]?.notes).toEqual([{ field: 'author' }])
})

test('a ticket that a file opens again is nobody’s when its assignee has left', async () => {
  await everything()
  const { assignedTo } = await ticket('TKT-004711')
  expect((await root.post(`/api/users/${assignedTo?.id}/disable`)).status).toBe(200)
  const opened = await imported(
    'tickets',
    ticketsFile.replace(',Solved,', ',open,').replace(',2025-04-04T08:00:00Z,', ',,'),
  )
  expect(opened.rows[0]).toMatchObject({
    outcome: 'update',
    notes: [{ field: 'status' }, { field: 'resolvedAt' }, { field: 'assignee' }],
  })
  expect(await ticket('TKT-004711')).toMatchObject({ status: 'open', assignedTo: null })
})

test('a refused row says which field and why, and holds up no other', async () => {
  await imported('clients', clientsFile)
  const file = csv(
    'id,Number,Subject,Status,Company,Requester,Created at,Resolved at',
    'T-1,1,First,broken,C-1,,,',
    'T-2,2,,open,C-9,,2025-02-30,',
    'T-3,3,Third,open,C-1,,2025-02-03,',
    'T-4,ZD-4,Fourth,open,C-1,,,',
    'T-3,5,Fifth,open,C-1,,,',
    'T-6,3,Sixth,open,C-1,,,',
    ',,,,,,,',
    'T-7,7,Seventh,closed,C-1,,2025-02-03,2025-02-01',
    'T-8,8,Eighth,open,C-1,nobody@acme.example,,',
    'T-9,9,Ninth,open,C-1,,,,too much',
  )
  const fallbackPersonId = root.id
  const checked = await imported('tickets', file, { fallbackPersonId })
  expect(checked.counts).toEqual({ create: 2, update: 0, unchanged: 0, refused: 7 })
  const refused = await rowsOf(checked.id, 'refused')
  expect(refused.map(({ place, notes }) => [place, notes.map(({ field }) => field)])).toEqual([
    [1, ['status']],
    [2, ['client']],
    [4, ['number']],
    [5, ['']],
    [6, ['']],
    [7, ['resolvedAt']],
    [9, ['']],
  ])
  expect(refused[0]?.notes[0]?.reason).toBe(
    'Status: “broken” is none of open, progress, testing, resolved, closed',
  )
  expect(checked.rows[7]?.notes[0]?.reason).toContain('“nobody@acme.example” is not known here')
  const { body, headers } = await root.get<string>(`/api/imports/${checked.id}/refused`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body.split('\r\n')[1]).toBe(
    'T-1,1,First,broken,C-1,,,,"Status: “broken” is none of open, progress, testing, resolved, closed"',
  )
  expect(body.trim().split('\r\n')).toHaveLength(8)
})

test('a row with an external id that is too long is refused, and the others are imported', async () => {
  const id = Array.from({ length: 5000 }, (_, at) => at.toString(36)).join('')
  const done = await imported('clients', csv('id,Name', `${id},Long Ltd`, 'C-1,Short Ltd'))
  expect(done.rows).toMatchObject([
    {
      outcome: 'refused',
      notes: [{ field: 'externalId', reason: 'External ID must have at most 255 characters' }],
    },
    { outcome: 'create', label: 'Short Ltd' },
  ])
})

test('no file takes the role, the address or the account of a super user', async () => {
  const other = await desk.signedIn('super_user', { email: 'boss@desk.example', firstName: 'Bo' })
  const done = await imported(
    'people',
    csv(
      'id,Email,First name,Role,Active',
      'P-1,Boss@Desk.example,Bob,agent,no',
      'P-2,x@desk.example,X,admin,',
    ),
  )
  expect(done.rows).toMatchObject([
    {
      outcome: 'update',
      notes: [
        { field: 'firstName' },
        { field: 'role', reason: 'Role of a super user is not changed by an import' },
        { field: 'isActive', reason: 'Active of a super user is not changed by an import' },
      ],
    },
    { outcome: 'refused', notes: [{ field: 'role' }] },
  ])
  const later = await imported(
    'people',
    csv('id,Email,First name,Role,Active', 'P-1,thief@evil.example,Bob,super user,yes'),
  )
  expect(later.rows).toMatchObject([{ outcome: 'unchanged', notes: [{ field: 'email' }] }])
  expect((await other.get('/api/auth/user')).body).toMatchObject({
    email: 'boss@desk.example',
    firstName: 'Bob',
    role: 'super_user',
  })
})

test('an import stops when whoever started it administers no more, and another super user goes on', async () => {
  const other = await desk.signedIn('super_user')
  const rows = Array.from({ length: 60 }, (_, at) => `C-${at},Client ${at}`)
  const { id, doneRows } = await checkedFile('clients', csv('id,Name', ...rows))
  expect(doneRows).toBe(60)
  const { pool } = desk.database
  // In the middle of the second batch.
  await pool.query(`create function demote() returns trigger language plpgsql as $$ begin
    if new.name = 'Client 30' then update users set role = 'helpdesk' where id = '${other.id}'; end if; return new; end $$`)
  await pool.query('create trigger demote before insert on clients for each row execute function demote()')
  expect((await other.post(`/api/imports/${id}/run`)).status).toBe(200)
  const failure = expect.stringMatching(/no longer an active super user/)
  expect(await settled(id)).toMatchObject({ state: 'running', doneRows: 50, failure })
  expect((await root.post(`/api/imports/${id}/run`)).status).toBe(200)
  expect(await settled(id)).toMatchObject({ state: 'done', counts: { create: 60 }, failure: null })
})

test('a deleted ticket whose number was imported again says so when it is to be restored', async () => {
  await everything()
  const { id } = await ticket('TKT-004711')
  expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
  expect((await imported('tickets', ticketsFile)).counts).toMatchObject({ create: 1, unchanged: 1 })
  const answer = await root.post(`/api/deleted/${id}/restore`, { withParent: false })
  expect([answer.status, answer.body['message']]).toEqual([
    409,
    'There is another ticket TKT-004711 by now. Delete that one, then restore this one.',
  ])
  const { id: newer } = await ticket('TKT-004711')
  expect((await root.delete(`/api/tickets/${newer}`)).status).toBe(200)
  expect((await root.post(`/api/deleted/${id}/restore`, { withParent: false })).status).toBe(200)
  expect((await ticket('TKT-004711')).id).toBe(id)
})
