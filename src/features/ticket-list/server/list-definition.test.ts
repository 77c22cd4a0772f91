import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aLabel, assign, aTicket, change, label } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { NewTicket, TicketChange, TicketPage } from '#features/tickets/contract.ts'
import {
  columnOf,
  columnSorts,
  exportColumns,
  listColumns,
  sorts,
} from '#features/tickets/list/columns/contract.ts'
import { facets, filterKeys, Unassigned, type FilterKey } from '#features/tickets/list/contract.ts'
import type { Label } from '#features/labels/contract.ts'
import type { TicketCounts } from '../contract.ts'
import { columnsOnServer } from './ticket-columns.ts'

let desk: TestApp
let root: Caller
let zoeId = ''
let acornId = ''
/** For each filter a value by which some of the tickets are found. */
let narrowing: Record<FilterKey, string>

const all = 6

beforeAll(async () => {
  desk = await startApp()
  const opened = new Date()
  desk.clock.set(new Date(opened.getTime() - 40 * 24 * 60 * 60 * 1000))
  root = await desk.signedIn('super_user')
  const zoe = await desk.person('helpdesk', { firstName: 'Zoe', lastName: 'Able' })
  const bob = await desk.person('internal', { firstName: 'Bob', lastName: 'Cole' })
  const zebra = await aClient(root, { name: 'Zebra' })
  const acorn = await aClient(root, { name: 'Acorn' })
  const requester = await desk.person('client')
  await assign(root, zebra.id, requester.id, 'employee')
  zoeId = zoe.id
  acornId = acorn.id
  // Equal values alternate, so that the order of creation puts none of them side by side.
  const one: [Partial<NewTicket>, TicketChange] = [
    {
      clientId: zebra.id,
      requesterId: requester.id,
      category: 'network',
      priority: 'critical',
      customerName: 'Zebra',
      productName: 'Router',
      projectName: 'Move',
    },
    { status: 'testing', assignedToId: zoe.id, turn: 'third_party' },
  ]
  const other: [Partial<NewTicket>, TicketChange] = [
    { clientId: acorn.id, category: 'email', priority: 'low', customerName: 'Acorn', productName: 'Mailbox' },
    { status: 'progress', assignedToId: bob.id },
  ]
  const refund = await aLabel(root, { name: 'Refund' })
  const subjects = ['printer', 'scanner', 'printer', 'keyboard', 'screen', 'mouse']
  for (const [place, subject] of subjects.entries()) {
    if (place === 2) {
      desk.clock.set(opened)
      root = await desk.signedIn('super_user')
    }
    const [some, to] = place % 2 === 0 ? one : other
    const { id } = await aTicket(root, { subject, ...some })
    if (place < 4) await change(root, id, to)
    if (place < 3) await label(root, id, refund)
    desk.clock.advance(1000)
  }
  narrowing = {
    search: 'printer',
    status: 'testing',
    priority: 'critical',
    assignedToId: Unassigned,
    clientId: zebra.id,
    customerName: 'zebra',
    productName: 'router',
    projectName: 'move',
    category: 'network',
    ageFilter: 'older',
    turn: 'third_party',
    label: refund,
    requesterId: requester.id,
  }
})
afterAll(() => desk.close())

const list = async (query: Record<string, string>) => {
  const { status, body } = await root.get<TicketPage>(`/api/tickets?${new URLSearchParams(query).toString()}`)
  expect([query, status]).toEqual([query, 200])
  return body
}
const exported = async (query: Record<string, string>) => {
  const { body } = await root.get<string>(`/api/tickets/export?${new URLSearchParams(query).toString()}`)
  const [head = '', ...lines] = body
    .replace(/^\ufeff/, '')
    .replace(/\r\n$/, '')
    .split('\r\n')
  return { head: head.split(','), lines }
}

/** Equal neighbours once. */
const runs = (values: readonly (string | null)[]) =>
  values.filter((value, place) => place === 0 || value !== values[place - 1])

describe('each order', () => {
  test.each(columnSorts)(
    'the order by %s puts equal tickets side by side, and reversed the last ones first',
    async (sort) => {
      const ordered = async (order: string) => {
        const { tickets } = await list({ sort, order })
        const { lines } = await exported({ sort, order, columns: 'ticketNumber' })
        expect(lines).toEqual(tickets.map(({ ticketNumber }) => ticketNumber))
        return runs(tickets.map((ticket) => columnsOnServer[columnOf(sort)].cell(ticket, [])))
      }
      const [up, down] = [await ordered('asc'), await ordered('desc')]
      expect(up.length).toBeGreaterThan(1)
      expect(new Set(up).size).toBe(up.length)
      expect(down).toEqual(up.toReversed())
      expect((await list({ sort, search: 'printer' })).total).toBe(2)
    },
  )

  test('each order is by another column', () => {
    const columns = columnSorts.map((sort) => columnOf(sort))
    expect(new Set(columns).size).toBe(columns.length)
  })
})

describe('each filter', () => {
  test.each(filterKeys)(
    '%s lets some tickets through, in the list, the file and the numbers',
    async (key) => {
      const filter = { [key]: narrowing[key] }
      const { total, tickets } = await list(filter)
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThan(all)
      expect(tickets).toHaveLength(total)
      for (const sort of sorts) expect([sort, (await list({ ...filter, sort })).total]).toEqual([sort, total])
      expect((await exported({ ...filter, columns: 'ticketNumber' })).lines.toSorted()).toEqual(
        tickets.map(({ ticketNumber }) => ticketNumber).toSorted(),
      )
      const others = facets.filter((facet) => facet !== key)
      for (const by of others) {
        const query = new URLSearchParams({ ...filter, by }).toString()
        const { body } = await root.get<TicketCounts>(`/api/tickets/counts?${query}`)
        expect([by, body[by]?.[narrowing[by]] ?? 0]).toEqual([
          by,
          (await list({ ...filter, [by]: narrowing[by] })).total,
        ])
      }
    },
  )
})

describe('several values of a filter', () => {
  const numbersOf = async (query: Record<string, string>) =>
    (await list({ sort: 'number', limit: '100', ...query })).tickets.map(({ ticketNumber }) => ticketNumber)

  test('let through what any of them lets through: in the list, in each order, the file and the numbers', async () => {
    const both = {
      status: 'testing,progress',
      priority: 'critical,low',
      category: 'network,email',
      assignedToId: `${Unassigned},${zoeId}`,
      clientId: `${narrowing.clientId},${acornId}`,
    }
    for (const [key, wanted] of Object.entries(both)) {
      const [one = '', other = ''] = wanted.split(',')
      const each = await Promise.all([one, other].map((value) => numbersOf({ [key]: value })))
      const filter = { [key]: wanted }
      expect([key, each.some(({ length }) => length === 0)]).toEqual([key, false])
      expect([key, await numbersOf(filter)]).toEqual([key, each.flat().toSorted()])
      for (const sort of sorts)
        expect([key, sort, (await list({ ...filter, sort })).total]).toEqual([key, sort, each.flat().length])
      expect((await exported({ ...filter, columns: 'ticketNumber' })).lines.toSorted()).toEqual(
        each.flat().toSorted(),
      )
      const { body } = await root.get<TicketCounts>(
        `/api/tickets/counts?${new URLSearchParams({ ...filter, by: 'ageFilter' }).toString()}`,
      )
      expect((body.ageFilter?.['month'] ?? 0) + (body.ageFilter?.['older'] ?? 0)).toBe(each.flat().length)
    }
  })

  test('pages of several values in an order by groups follow each other without a gap', async () => {
    for (const sort of ['status', 'assignee', 'client']) {
      const query = { status: 'unresolved,closed', sort }
      const whole = (await list({ ...query, limit: '100' })).tickets
      const pages = await Promise.all(
        [0, 2, 4].map((offset) => list({ ...query, limit: '2', offset: `${offset}` })),
      )
      expect(pages.flatMap(({ tickets }) => tickets)).toEqual(whole)
    }
  })

  test('unresolved stands for open, in progress and testing, alone and among others', async () => {
    const closed = await aTicket(root, { subject: 'done', clientId: acornId })
    await change(root, closed.id, { status: 'closed' })
    const named = await numbersOf({ status: 'open,progress,testing' })
    expect(named).toHaveLength(all)
    expect(await numbersOf({ status: 'unresolved' })).toEqual(named)
    expect(await numbersOf({ status: 'open,unresolved' })).toEqual(named)
    expect(await numbersOf({ status: 'unresolved,closed' })).toEqual([...named, closed.ticketNumber])
    expect(await numbersOf({ status: 'unresolved', search: 'done' })).toEqual([])
    expect(await numbersOf({ status: 'unresolved', search: 'printer' })).toHaveLength(2)
  })
})

test('each column has its head and its cells in the file', async () => {
  const { tickets } = await list({})
  const { body: labels } = await root.get<Label[]>('/api/labels')
  for (const column of exportColumns) {
    const { head, lines } = await exported({ columns: column })
    expect(head).toEqual([listColumns[column].label])
    expect([column, lines]).toEqual([
      column,
      tickets.map((ticket) => columnsOnServer[column].cell(ticket, labels) ?? ''),
    ])
  }
})
