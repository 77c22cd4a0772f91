import { boardStatuses, type Ticket, type TicketPage } from '#features/tickets/contract.ts'
import { letsThrough, type TicketFilter } from '#features/tickets/list/contract.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import type { ShownTicket } from '#features/tickets/web/pending.ts'

export type BoardStatus = (typeof boardStatuses)[number]

export interface Column {
  cards: ShownTicket[]
  /** Count of all tickets of the column, loaded or not. */
  total: number
  totalIsAtLeast?: true | undefined
}

export type Columns = Record<BoardStatus, Column>
type Loaded = Partial<Record<BoardStatus, TicketPage>>

export const isOnBoard = (id: unknown): id is BoardStatus => isOneOf(boardStatuses, id)

/** Keeps each ticket once: while columns are refreshed one by one, the newer version is right. */
function newestOnly(loaded: Loaded): Map<string, { ticket: Ticket; column: BoardStatus }> {
  const newest = new Map<string, { ticket: Ticket; column: BoardStatus }>()
  for (const column of boardStatuses) {
    for (const ticket of loaded[column]?.tickets ?? []) {
      const known = newest.get(ticket.id)
      if (!known || known.ticket.version < ticket.version) newest.set(ticket.id, { ticket, column })
    }
  }
  return newest
}

/** Sorts tickets into columns with pending moves on top, without those outside the status filter. */
export function arrange(
  loaded: Loaded,
  withPending: (ticket: Ticket) => Ticket,
  filter: Pick<TicketFilter, 'status'>,
): Columns {
  const emptyColumn = (status: BoardStatus): Column => ({
    cards: [],
    total: loaded[status]?.total ?? 0,
    totalIsAtLeast: loaded[status]?.totalIsAtLeast,
  })
  const columns: Columns = {
    open: emptyColumn('open'),
    progress: emptyColumn('progress'),
    testing: emptyColumn('testing'),
    resolved: emptyColumn('resolved'),
  }
  const newest = newestOnly(loaded)
  const arrived: ShownTicket[] = []

  for (const column of boardStatuses) {
    for (const known of loaded[column]?.tickets ?? []) {
      const isHere = newest.get(known.id)?.column === column
      const ticket = withPending(known)
      const card = { ticket, isPending: ticket !== known }
      if (isHere && ticket.status === column) columns[column].cards.push(card)
      else columns[column].total -= 1
      if (isHere && ticket.status !== column) arrived.push(card)
    }
  }
  for (const card of arrived) {
    const { status } = card.ticket
    if (!isOnBoard(status) || !letsThrough(filter.status, status)) continue
    columns[status].cards.unshift(card)
    columns[status].total += 1
  }
  return columns
}
