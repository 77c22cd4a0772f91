import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aTicket } from '#test/factories.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { importLimits, type Import } from '../contract.ts'
import { forgetOldImports } from './sweep.ts'

let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const send = (kind: string, text: string | Buffer) =>
  root.send<Import & { message: string }>('POST', `/api/imports?kind=${kind}&fileName=a.csv`, text, {
    'content-type': 'text/csv',
  })

async function settled(id: string): Promise<Import> {
  for (;;) {
    const { body } = await root.get<Import>(`/api/imports/${id}`)
    if (!body.isMoving) return body
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function checked(kind: string, text: string): Promise<Import> {
  const { body } = await send(kind, text)
  await root.post(`/api/imports/${body.id}/check`)
  return settled(body.id)
}

test('comma, semicolon and tab are told apart, and columns guessed by what other systems call them', async () => {
  const files = [
    [
      'clients',
      '\uFEFFCompany,"Contact, Email"\nAcme,a@b.example\n',
      { name: 0 },
      ['Company', 'Contact, Email'],
    ],
    [
      'people',
      'ID;E-Mail;Vorname;Nachname;Firma\n1;a@b.example;A;B;Acme',
      { externalId: 0, email: 1, firstName: 2, lastName: 3, client: 4 },
      undefined,
    ],
    [
      'tickets',
      'Issue key\tSummary\tReporter\tCreated\nX-1\tHot\tAna\t2025-01-01\n',
      { externalId: 0, subject: 1, requester: 2, createdAt: 3 },
      undefined,
    ],
    [
      'comments',
      'issue_id,body,isInternal\n1,Hello,no\n',
      { ticket: 0, content: 1, isInternal: 2 },
      undefined,
    ],
  ] as const
  for (const [kind, text, columns, headings] of files) {
    const { status, body } = await send(kind, text)
    expect([status, body.columns]).toEqual([201, columns])
    expect(body.headings).toEqual(headings ?? body.headings)
    expect(body.totalRows).toBe(1)
  }
})

test('a file that cannot be read is refused with one sentence, and nothing is kept of it', async () => {
  const before = (await root.get<Import[]>('/api/imports')).body.length
  const refused = [
    [Buffer.from('Name\nB\u00f6rek\n', 'latin1'), /is not UTF-8 text/],
    [Buffer.from('\uFEFFName\nAcme\n', 'utf16le'), /is not UTF-8 text/],
    [Buffer.from('Name\nAcme\n', 'utf16le'), /is not UTF-8 text/],
    ['\n\n', /is empty/],
    ['Name\n', /no rows below its headings/],
    ['Name\n"Acme\n', /a quote is not closed|quotes of this row/],
    ['Name\nAc"me"\n', /Line 2: the quotes/],
    [`${'a,'.repeat(importLimits.columns + 1)}\nb\n`, /more than 200 columns/],
  ] as const
  for (const [bytes, words] of refused) {
    const { status, body } = await send('clients', bytes)
    expect([status, body.message]).toEqual([400, expect.stringMatching(words)])
  }
  expect((await send('houses', 'Name\nA')).body.message).toMatch(/kind must be one of: clients/)
  const tooLarge = await desk.app.inject({
    method: 'POST',
    url: '/api/imports?kind=clients&fileName=a.csv',
    headers: {
      cookie: root.cookie,
      'content-type': 'text/csv',
      'content-length': String(importLimits.bytes + 1),
    },
    payload: 'Name\nA',
  })
  expect(tooLarge.statusCode).toBe(413)
  expect((await root.get<Import[]>('/api/imports')).body).toHaveLength(before)
})

test('a file that is larger than any other call takes is read', async () => {
  const text = [
    'Name,Description',
    ...Array.from({ length: 100 }, (_, at) => `Big ${at},${'x'.repeat(30_000)}`),
  ]
  const { status, body } = await send('clients', text.join('\n'))
  expect([status, body.totalRows]).toEqual([201, 100])
})

test('the preview of a file is short, however long its cells are', async () => {
  const long = 'word '.repeat(100_000)
  const { id, samples, counts } = await checked('clients', `id,Name\nC-1,${long}\nC-2,Acme,too,${long}\n`)
  expect(counts.refused).toBe(2)
  const { body } = await root.get<{ rows: object[] }>(`/api/imports/${id}/rows`)
  expect(body.rows).toHaveLength(2)
  expect(JSON.stringify([samples, body.rows]).length).toBeLessThan(1000)
})

test('columns that cannot be are refused by the name of the field', async () => {
  const { body } = await send('tickets', 'Subject\nHot\n')
  const match = (columns: object, options = {}) =>
    root.put(`/api/imports/${body.id}/columns`, { columns, options })
  expect((await match({ subject: 0 })).body['message']).toBe(
    'Choose a column for the external ID or for the number',
  )
  expect((await match({ number: 0 })).body['issues']).toMatchObject([{ path: 'columns.subject' }])
  expect((await match({ subject: 7, number: 0 })).body['issues']).toMatchObject([{ path: 'columns.subject' }])
  expect((await match({ subject: 0, number: 0, wheels: 0 })).body['issues']).toMatchObject([
    { path: 'columns.wheels' },
  ])
  expect((await match({ subject: 0, number: 0 }, { dateOrder: 'ymd' })).status).toBe(400)
  expect((await root.post(`/api/imports/${body.id}/run`)).status).toBe(400)
  expect((await match({ subject: 0, externalId: 0 })).status).toBe(200)
  const early = await root.post(`/api/imports/${body.id}/run`)
  expect([early.status, early.body]).toEqual([409, { message: 'Check the rows first.' }])
})

test('an import that was broken off goes on where it was, and no row becomes two', async () => {
  await aClient(root, { name: 'Long Ltd' })
  const file = [
    'id,Subject,Client',
    ...Array.from({ length: 120 }, (_, at) => `L-${at},Row ${at},Long Ltd`),
  ].join('\n')
  const { id, counts } = await checked('tickets', file)
  expect(counts).toMatchObject({ create: 120 })
  const { pool } = desk.database
  await pool.query(`create or replace function break_off() returns trigger language plpgsql as $$ begin
    if new.subject = 'Row 70' then raise 'broken off'; end if; return new; end $$`)
  await pool.query(
    'create trigger break_off before insert on tickets for each row execute function break_off()',
  )
  const watcher = await joined(await desk.listen(), await desk.signedIn('helpdesk'))
  expect((await root.post(`/api/imports/${id}/run`)).status).toBe(200)
  expect(await settled(id)).toMatchObject({
    state: 'running',
    doneRows: 50,
    counts: { create: 50 },
    failure: 'The server had an error. Try to continue.',
  })
  // Everybody sees the results of the rows so far.
  await watcher.hearsType('desk:changed')
  await watcher.close()
  await pool.query('drop trigger break_off on tickets')
  const both = await Promise.all([root.post(`/api/imports/${id}/run`), root.post(`/api/imports/${id}/run`)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await settled(id)).toMatchObject({
    state: 'done',
    doneRows: 120,
    counts: { create: 120 },
    failure: null,
  })
  const { rows } = await pool.query(`select count(*)::int as tickets from tickets where subject like 'Row %'`)
  expect(rows).toEqual([{ tickets: 120 }])
  const again = await root.post(`/api/imports/${id}/run`)
  expect(again.status).toBe(409)
})

test('a server that stops ends after the batch that is under way, and another goes on', async () => {
  await aClient(root, { name: 'Stop Ltd' })
  const lines = Array.from({ length: 400 }, (_, at) => `S-${at},Stop ${at},Stop Ltd`)
  const { id } = await checked('tickets', ['id,Subject,Client', ...lines].join('\n'))
  const { pool } = desk.database
  await pool.query(`create or replace function take_time() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.01); return new; end $$`)
  await pool.query(
    'create trigger take_time before insert on tickets for each row execute function take_time()',
  )
  const [DATA_DIR] = desk.fileFolder.split('/objects/')
  const first = await startApp({ database: desk.database, storage: { DATA_DIR: DATA_DIR! } })
  await new Caller(first.app, root.cookie, root.id).post(`/api/imports/${id}/run`)
  const stateOf = async () => (await root.get<Import>(`/api/imports/${id}`)).body
  while ((await stateOf()).doneRows === 0);
  expect((await root.post(`/api/imports/${id}/run`)).status).toBe(409)
  await first.app.close()
  const half = await stateOf()
  expect(half).toMatchObject({ state: 'running', isMoving: false, failure: null })
  expect([0, 400]).not.toContain(half.doneRows)
  await pool.query('drop trigger take_time on tickets')
  await root.post(`/api/imports/${id}/run`)
  expect(await settled(id)).toMatchObject({ state: 'done', counts: { create: 400 } })
})

test('a ticket that was deleted here is imported anew, and a taken number gives way to the next', async () => {
  await aClient(root, { name: 'Taken Ltd' })
  const taken = await aTicket(root)
  const file = `id,Number,Subject,Client\nD-1,${taken.ticketNumber},Taken number,Taken Ltd\n`
  const first = await checked('tickets', file)
  await root.post(`/api/imports/${first.id}/run`)
  await settled(first.id)
  const { body } = await root.get<{ rows: { label: string; notes: object[] }[] }>(
    `/api/imports/${first.id}/rows`,
  )
  expect(body.rows).toMatchObject([
    {
      outcome: 'create',
      notes: [{ field: 'number', reason: `${taken.ticketNumber} is taken here, so it gets the next number` }],
    },
  ])
  const { body: found } = await root.get<{ id: string }>(`/api/tickets/${body.rows[0]?.label}`)
  expect((await root.delete(`/api/tickets/${found.id}`)).status).toBe(200)
  expect((await checked('tickets', file)).counts).toMatchObject({ create: 1, unchanged: 0 })
})

test('people are matched by address, nobody is made a super user, and nobody can sign in without a link', async () => {
  await desk.person('internal', { email: 'known@desk.example', firstName: 'Old', lastName: 'Name' })
  const one = await checked(
    'people',
    [
      'Email,First name,Last name,Role',
      'KNOWN@desk.example,New,Name,',
      'boss@desk.example,Big,Boss,Admin',
      'new@desk.example,A,B,agent',
      'no-address,A,B,',
    ].join('\n'),
  )
  const { body } = await root.get<{ rows: object[] }>(`/api/imports/${one.id}/rows`)
  expect(body.rows).toMatchObject([
    { outcome: 'update', notes: [{ field: 'firstName' }] },
    { outcome: 'refused', notes: [{ field: 'role' }] },
    { outcome: 'create' },
    { outcome: 'refused', notes: [{ field: 'email' }] },
  ])
  await root.post(`/api/imports/${one.id}/run`)
  await settled(one.id)
  const { rows } = await desk.database.pool.query(
    `select password, role from users where email = 'new@desk.example'`,
  )
  expect(rows).toEqual([{ password: null, role: 'internal' }])
})

test('an internal comment by a client is refused and not shown to them, and examples can be imported', async () => {
  for (const kind of ['clients', 'people', 'products', 'tickets', 'comments']) {
    const { body, headers } = await root.get<string>(`/api/imports/templates/${kind}`)
    expect(headers['content-disposition']).toContain(`${kind}.csv`)
    const one = await checked(kind, body)
    expect(one).toMatchObject({ state: 'checked', counts: { create: 1, refused: 0 } })
    await root.post(`/api/imports/${one.id}/run`)
    expect(await settled(one.id)).toMatchObject({ state: 'done', counts: { create: 1 } })
  }
  const one = await checked('comments', 'Ticket,Author,Comment,Internal\nT-1,P-1,Secret,yes\n')
  const { body } = await root.get<{ rows: object[] }>(`/api/imports/${one.id}/rows`)
  expect(body.rows).toMatchObject([
    {
      outcome: 'refused',
      notes: [{ field: 'isInternal', reason: 'A comment by a client cannot be internal' }],
    },
  ])
})

test('after two weeks an import is forgotten with its file, and what was imported is still known', async () => {
  const { id } = await checked('clients', 'id,Name\nKeep-1,Keep Ltd\n')
  await root.post(`/api/imports/${id}/run`)
  await settled(id)
  const path = `${desk.files.store.prefix}imports/${id}`
  expect(await desk.files.store.find(path)).toBeDefined()
  desk.clock.advance(15 * 24 * 60 * 60 * 1000)
  const parts = {
    db: desk.database.db,
    work: desk.work,
    clock: desk.clock,
    log: desk.app.log,
    files: desk.files,
  }
  await forgetOldImports(parts)
  desk.clock.advance(-15 * 24 * 60 * 60 * 1000)
  expect((await root.get(`/api/imports/${id}`)).status).toBe(404)
  expect(await desk.files.store.find(path)).toBeUndefined()
  expect((await checked('clients', 'id,Name\nKeep-1,Keep Ltd\n')).counts).toMatchObject({ unchanged: 1 })
})
