import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'

let desk: TestApp
let root: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp({ settings: { TIME_ZONE: 'Asia/Kathmandu' } })
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const file = async (query: string, by = root, path = '/api/tickets/export') => {
  const { status, body, headers } = await by.get<string>(`${path}?${query}`)
  return {
    status,
    headers,
    text: body,
    lines: body
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n'),
  }
}

const selected = (query: string, by: Caller) => file(query, by, '/api/tickets/export/selected')

test('the export has the filtered list in its order, with the columns that were asked for', async () => {
  const acme = await aClient(root, { name: 'Acme' })
  const projectName = 'Columns'
  const one = await aTicket(root, { subject: 'one', projectName, clientId: acme.id, priority: 'low' })
  const two = await aTicket(root, {
    subject: 'two "quoted", with comma',
    projectName,
    clientId: acme.id,
    priority: 'critical',
  })
  await change(root, two.id, { status: 'progress' })
  const columns = 'columns=ticketNumber,subject,client,status,priority,assignedTo,created,project'
  const { status, headers, text, lines } = await file(
    `projectName=columns&sort=priority&order=desc&${columns}`,
  )
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['cache-control']).toBe('no-store')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(lines).toEqual([
    'Ticket #,Subject,Client,Status,Priority,Assigned To,Created,Project',
    `${two.ticketNumber},"two ""quoted"", with comma",Acme,In Progress,Critical,,${two.createdAt},Columns`,
    `${one.ticketNumber},one,Acme,Open,Low,,${one.createdAt},Columns`,
  ])
  expect((await file('projectName=columns&status=open')).lines).toHaveLength(2)
  expect((await file('projectName=nothing')).lines).toEqual([
    'Ticket #,Subject,Client,Status,Priority,Assigned To,Created',
  ])
})

test('the export is named after the day in the configured time zone', async () => {
  desk.clock.set('2031-03-10T20:00:00.000Z')
  const late = await desk.signIn((await desk.person('helpdesk')).email)
  expect((await file('', late)).headers['content-disposition']).toBe(
    'attachment; filename="tickets-2031-03-11.csv"',
  )
  desk.clock.set(new Date())
})

test('a subject that a spreadsheet would calculate stays a text in the export', async () => {
  for (const subject of ['=1+1', '+SUM(A1)', '-2', '@cmd', '\uff1d1'])
    await aTicket(ana, { subject, projectName: 'Formulas' })
  const { lines } = await file('projectName=formulas&sort=number&columns=subject')
  expect(lines.slice(1)).toEqual(["'=1+1", "'+SUM(A1)", "'-2", "'@cmd", "'\uff1d1"])
})

test('helpdesk and super users export whole lists, clients and internal staff do not', async () => {
  for (const [role, expected] of [
    ['client', 403],
    ['internal', 403],
    ['helpdesk', 200],
    ['super_user', 200],
  ] as const) {
    const person = await desk.signedIn(role)
    const { status } = await person.get('/api/tickets/export?status=open')
    expect([role, status]).toEqual([role, expected])
  }
  expect((await ana.get('/api/tickets/export?status=nonsense')).status).toBe(403)
})

test('a client and internal staff export the tickets they name, in the order of the list, but none that they may not see', async () => {
  const own = await aTicket(ana, { subject: 'b, own' })
  const other = await aTicket(ana, { subject: 'a, own' })
  const foreign = await aTicket(root, { subject: 'not hers' })
  const ids = [own, foreign, other].map(({ id }) => id).join()
  const columns = 'columns=ticketNumber,subject'
  const hers = await selected(`ids=${ids}&sort=subject&${columns}`, ana)
  expect(hers.lines).toEqual([
    'Ticket #,Subject',
    `${other.ticketNumber},"a, own"`,
    `${own.ticketNumber},"b, own"`,
  ])
  const grouped = await selected(`ids=${ids}&sort=status&${columns}`, await desk.signedIn('internal'))
  expect(grouped.lines.toSorted()).toEqual(
    [
      'Ticket #,Subject',
      ...[own, other, foreign].map(({ ticketNumber, subject }) =>
        subject.includes(',') ? `${ticketNumber},"${subject}"` : `${ticketNumber},${subject}`,
      ),
    ].toSorted(),
  )
  const stranger = await desk.signedIn('client')
  expect((await selected(`ids=${ids}&${columns}`, stranger)).lines).toEqual(['Ticket #,Subject'])
  const { rows } = await desk.database.pool.query<{ data: unknown }>(
    `select data from events where type = 'tickets.exported' and actor_id = $1`,
    [stranger.id],
  )
  expect(rows).toEqual([
    { data: { count: 0, filter: { ids: ids.split(',') }, columns: ['ticketNumber', 'subject'] } },
  ])
})

test('an export is logged with who exported which tickets', async () => {
  await aTicket(root, { projectName: 'Audit' })
  await file('projectName=audit&columns=subject')
  const ofHead = await statementsDuring(() => root.send('HEAD', '/api/tickets/export?projectName=audit'))
  expect(ofHead.filter((text) => text.includes('"tickets"'))).toEqual([])
  const { rows } = await desk.database.pool.query<{ actor_id: string; data: unknown }>(
    `select actor_id, data from events where type = 'tickets.exported' and data->'filter'->>'projectName' = 'audit'`,
  )
  expect(rows).toEqual([
    { actor_id: root.id, data: { count: 1, filter: { projectName: 'audit' }, columns: ['subject'] } },
  ])
})

test.each(['columns=password', 'columns=subject,', 'sort=nonsense', 'status=nonsense'])(
  'an export of %s is refused before anything is written',
  async (query) => {
    expect((await root.get(`/api/tickets/export?${query}`)).status).toBe(400)
  },
)
