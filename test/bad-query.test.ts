import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { expectRefusal, schemaOf, type Refusal } from '#test/refusal.ts'
import { keyOf, urlOf, type Ids } from '#test/samples.ts'
import { someThings } from '#test/things.ts'

const unknownId = '3b241101-e2bb-4255-8caf-4136c566a962'

let desk: TestApp
let root: Caller
let ids: Ids

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  ids = await someThings(desk, root)
})
afterAll(() => desk.close())

test('a call that reads names the faulty part of its query', async () => {
  const long = 'x'.repeat(limits.search + 1)
  const wrong: Record<string, string[]> = {
    limit: ['0', '101', '-1', '1.5', 'ten', '1e1', '0x10', '99999999999999999999'],
    offset: ['-1', '1.5', 'x', '9999999999'],
    status: ['nonsense', 'OPEN', 'open,nonsense', 'open,', ',', 'open,,testing'],
    priority: ['nonsense', 'low,unresolved'],
    category: ['nonsense', 'email,nonsense'],
    ageFilter: ['yesterday'],
    turn: ['vendor', 'us,vendor'],
    kind: ['user', 'ticket,client'],
    state: ['nonsense'],
    deletedBy: ['me'],
    by: ['subject', 'nonsense'],
    sort: ['nonsense'],
    order: ['up'],
    columns: ['password', 'subject,', 'subject,,status'],
    assignedToId: ['me', 'null', 'unassigned,me'],
    clientId: ['acme', `${unknownId},acme`, 'unassigned'],
    label: ['refund', `${unknownId},refund`, 'unassigned'],
    requesterId: ['me', '1'],
    id: ['me', '1'],
    ids: ['me', `${unknownId},`, `${unknownId},me`, Array(101).fill(unknownId).join()],
    actorId: ['me', '1'],
    subject: ['me', '1'],
    from: ['yesterday', '2026-13-01', '1', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59'],
    to: ['yesterday', '2026-13-01', '1', '9999-12-31', '9999-12-31T23:59:59-23:59'],
    months: ['0', '-1', '1.5', 'ten', '100000'],
    before: ['0', '-1', '1.5', 'ten'],
    userId: ['me', '1'],
    role: ['root', 'Client'],
    isActive: ['yes', '1'],
    isStaff: ['yes', '1'],
    inline: ['yes'],
    outcome: ['lost'],
    internal: ['yes'],
    day: ['today', '2026-02-30', '1', '9999-12-31'],
    fields: ['email', 'Name'],
    search: [long],
    q: [long],
    customerName: [long],
    productName: [long],
    projectName: [long],
    filename: ['x'.repeat(limits.fileName + 1)],
    type: ['x'.repeat(limits.fileName + 1)],
    key: ['x'.repeat(201)],
    'metadata[size]': ['0', '-1', '1.5', 'ten'],
    'metadata[again]': ['nonsense'],
  }
  for (const endpoint of desk.served.filter(({ method, query }) => method === 'GET' && query)) {
    const names = Object.keys(schemaOf(endpoint.query!).properties)
    expect([keyOf(endpoint), names.filter((name) => !wrong[name])]).toEqual([keyOf(endpoint), []])
    const [address, given] = urlOf(endpoint, ids).split('?')
    const ask = (...pairs: [string, string][]) => {
      const query = new URLSearchParams(given)
      for (const [name] of pairs) query.delete(name)
      for (const [name, value] of pairs) query.append(name, value)
      return root.get<Refusal>(`${address}?${query.toString()}`)
    }
    for (const name of names) {
      for (const value of [...wrong[name]!, '\0', 'a\0b'])
        expectRefusal(`${keyOf(endpoint)} ${name}=${value.slice(0, 30)}`, name, await ask([name, value]))
      expectRefusal(`${keyOf(endpoint)} ${name} twice`, name, await ask([name, 'open'], [name, 'closed']))
    }
  }
})

test('a list of values that is refused names the value that is wrong, and no list is endless', async () => {
  const said = async (query: string) => (await root.get<Refusal>(`/api/tickets?${query}`)).body.message
  expect(await said('status=open,lost,closed')).toBe(
    'status must be one of: unresolved, open, progress, testing, resolved, closed, or several of them with commas between; "lost" is not',
  )
  expect(await said('assignedToId=unassigned,me')).toMatch(/^assignedToId must be .*; "me" is not$/)
  expect(await said(`clientId=${'x'.repeat(200)}`)).toMatch(/; "x{60}" is not$/)
  const ids = Array.from({ length: 26 }, (_, at) => unknownId.replace(/..$/, String(at + 10)))
  expect(await said(`clientId=${ids.join()}`)).toBe('clientId names more than 25 values')
  expect((await root.get(`/api/tickets?clientId=${ids.slice(1).join()}`)).status).toBe(200)
})

test('an empty part of a query counts as absent', async () => {
  const { body } = await root.get('/api/tickets')
  const names = [
    'limit',
    'offset',
    'status',
    'priority',
    'category',
    'ageFilter',
    'sort',
    'assignedToId',
    'clientId',
    'search',
  ]
  for (const name of names)
    expect([name, (await root.get(`/api/tickets?${name}=`)).body]).toEqual([name, body])
})
