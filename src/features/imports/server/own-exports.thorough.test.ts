import { afterEach, beforeEach, expect, test } from 'vitest'
import { languages } from '#platform/contract/i18n.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { exportColumns } from '#features/tickets/list/columns/contract.ts'
import type { Import } from '../contract.ts'
import { aClient, aTicket, assign, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let other: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  other = await startApp()
  root = await other.signedIn('super_user')
})
afterEach(async () => {
  await desk.close()
  await other.close()
})

const { imported } = importing(() => root)

/** The exported list with all columns, as somebody of this language gets it. */
async function exportedList(by: Caller): Promise<string> {
  const { body } = await by.get<string>(`/api/tickets/export?columns=${exportColumns.join()}`)
  return body
}

test.each(languages)('a list that was exported in the language %s is imported as it is', async (language) => {
  const helpdesk = await desk.signedIn('helpdesk', { language, firstName: 'Hanna', lastName: 'Berg' })
  const boss = await desk.signedIn('super_user')
  const { id: clientId } = await aClient(boss, { name: 'Börek & Söhne' })
  const ana = await desk.signedIn('client')
  await assign(boss, clientId, ana.id, 'employee')
  const { id } = await aTicket(ana, {
    subject: '=Printer; "on fire"',
    customerName: 'Börek & Söhne',
    productName: 'Oven',
    projectName: 'Summer',
    category: 'hardware',
    priority: 'critical',
  })
  await change(helpdesk, id, { status: 'progress', assignedToId: helpdesk.id })
  await aTicket(ana, { subject: 'Another', customerName: 'Börek & Söhne' })
  const file = await exportedList(helpdesk)

  await other.signedIn('helpdesk', { firstName: 'Hanna', lastName: 'Berg' })
  await aClient(root, { name: 'Börek & Söhne' })
  const { rows } = await imported('tickets', file)
  expect(rows.map(({ outcome, notes }) => [outcome, notes])).toEqual([
    ['create', []],
    ['create', []],
  ])
  const before = (await helpdesk.get<TicketDetail>(`/api/tickets/${id}`)).body
  const { body } = await root.get<TicketDetail>(`/api/tickets/${before.ticketNumber}`)
  expect(body).toMatchObject({
    subject: '=Printer; "on fire"',
    status: 'progress',
    priority: 'critical',
    category: 'hardware',
    productName: 'Oven',
    projectName: 'Summer',
    createdAt: before.createdAt,
    assignedTo: { firstName: 'Hanna' },
    client: { name: 'Börek & Söhne' },
  })
})

test.each([
  ['people', 'firstName,lastName,email,companyName,mobileNumber,role,isActive', 7],
  ['products', 'name,description,version,status,techStack,repositoryUrl,documentation,isActive,createdAt', 8],
  [
    'tickets',
    'ticketNumber,subject,description,status,priority,category,requester,requesterEmail,assignedTo,customerName,productName,projectName,source,createdAt,updatedAt,resolvedAt',
    14,
  ],
  ['comments', 'ticketNumber,author,content,isInternal,createdAt', 5],
])('the headings of %s in an exported client are known', async (kind, headings, known) => {
  const { body } = await root.send<Import>(
    'POST',
    `/api/imports?kind=${kind}&fileName=${kind}.csv`,
    csv(headings, headings.replaceAll(/\w+/g, 'x')),
    { 'content-type': 'text/csv' },
  )
  expect(Object.keys(body.columns)).toHaveLength(known)
  const place = headings.split(',').indexOf('requesterEmail')
  expect(body.columns['requester'] ?? -1).toBe(place)
})

test.each(['sep=;', 'SEP=;', '"sep=;"', '\ufeffsep=;', 'sep=|'])(
  'the line %j of Excel is passed over, and its separator taken',
  async (line) => {
    await aClient(root, { name: 'Acme, Inc.' })
    const by = line.includes('|') ? '|' : ';'
    const file = csv(line, ['ID', 'Subject', 'Client'].join(by), ['1', 'S, T, U, V', 'Acme, Inc.'].join(by))
    const { rows, headings } = await imported('tickets', file)
    expect(headings).toEqual(['ID', 'Subject', 'Client'])
    expect(rows.map(({ outcome }) => outcome)).toEqual(['create'])
  },
)

test('a fault behind the line of Excel is told with its place in the file', async () => {
  const { status, body } = await root.send<{ message: string }>(
    'POST',
    '/api/imports?kind=clients&fileName=c.csv',
    csv('sep=;', 'Name', 'A', 'B " C'),
    { 'content-type': 'text/csv' },
  )
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^Line 4:/)])
})
