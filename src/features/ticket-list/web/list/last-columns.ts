import { isOneOf } from '#platform/contract/narrowing.ts'
import { recall, remember } from '#platform/web/storage.ts'
import { ticketColumns, type TicketColumn } from '#features/tickets/list/columns/contract.ts'

const keyOf = (userId: string) => `signalbox.columns.${userId}`

/** Returns the last columns on this browser, shown until loaded; undefined for the usual ones. */
export function recallColumns(userId: string): TicketColumn[] | undefined {
  const names = recall('browser', keyOf(userId))
    ?.split(',')
    .filter((name) => isOneOf(ticketColumns, name))
  return names?.length ? names : undefined
}

/** @param columns null: the usual ones */
export const rememberColumns = (userId: string, columns: readonly TicketColumn[] | null): void =>
  void remember('browser', keyOf(userId), columns?.join() ?? '')
