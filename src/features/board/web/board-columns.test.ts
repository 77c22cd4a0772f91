import { expect, test } from 'vitest'
import type { Status, Ticket, TicketPage } from '#features/tickets/contract.ts'
import { arrange, type Columns } from './board-columns.ts'

const aTicket = (id: string, status: Status, version = 1) => ({ id, status, version }) as Ticket
const page = (total: number, ...tickets: Ticket[]): TicketPage => ({ total, tickets })
const asIs = (ticket: Ticket) => ticket
const idsOf = (columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([status, { cards, total }]) => [
      status,
      `${cards.map(({ ticket }) => ticket.id).join(',')} of ${total}`,
    ]),
  )

const loaded = {
  open: page(30, aTicket('a', 'open'), aTicket('b', 'open')),
  progress: page(1, aTicket('c', 'progress')),
  testing: page(0),
  resolved: page(0),
}

test('tickets stand in the columns they were loaded for', () => {
  expect(idsOf(arrange(loaded, asIs, {}))).toEqual({
    open: 'a,b of 30',
    progress: 'c of 1',
    testing: ' of 0',
    resolved: ' of 0',
  })
})

test('a card that is being moved is on top of the other column, and the counts follow', () => {
  const moved = (ticket: Ticket) => (ticket.id === 'b' ? { ...ticket, status: 'progress' as const } : ticket)
  const columns = arrange(loaded, moved, {})
  expect(idsOf(columns)).toMatchObject({ open: 'a of 29', progress: 'b,c of 2' })
  expect(columns.progress.cards[0]?.isPending).toBe(true)
})

test('a ticket that is being closed leaves the board', () => {
  const closed = (ticket: Ticket) => (ticket.id === 'a' ? { ...ticket, status: 'closed' as const } : ticket)
  expect(idsOf(arrange(loaded, closed, {}))).toMatchObject({ open: 'b of 29', resolved: ' of 0' })
})

test('under a status filter a moved card is gone at once', () => {
  const moved = (ticket: Ticket) => (ticket.id === 'a' ? { ...ticket, status: 'testing' as const } : ticket)
  const columns = arrange({ open: loaded.open }, moved, { status: 'open' })
  expect(idsOf(columns)).toMatchObject({ open: 'b of 29', testing: ' of 0' })
})

test('under a filter of several statuses a moved card stays while its new status is among them', () => {
  const to = (status: Status) => (ticket: Ticket) => (ticket.id === 'a' ? { ...ticket, status } : ticket)
  const filtered = (status: Status) => idsOf(arrange(loaded, to(status), { status: 'unresolved' }))
  expect(filtered('testing')).toMatchObject({ open: 'b of 29', testing: 'a of 1' })
  expect(filtered('resolved')).toMatchObject({ open: 'b of 29', resolved: ' of 0' })
})

test('the newer of two states of one ticket is shown, once', () => {
  const torn = { ...loaded, testing: page(1, aTicket('a', 'testing', 2)) }
  expect(idsOf(arrange(torn, asIs, {}))).toMatchObject({ open: 'b of 29', testing: 'a of 1' })
})
