import { isOneOf } from '#platform/contract/narrowing.ts'
import { recall, remember } from '#platform/web/storage.ts'
import {
  rowChoices,
  ticketColumns,
  usualRows,
  type RowChoice,
  type TicketColumn,
} from '#features/tickets/list/columns/contract.ts'

const keyOf = (userId: string) => `signalbox.columns.${userId}`

/** Returns the last columns on this browser, shown until loaded; undefined for the usual ones. */
export function recallColumns(userId: string): TicketColumn[] | undefined {
  const names = recall('browser', keyOf(userId))
    ?.split(',')
    .filter((name) => isOneOf(ticketColumns, name))
  return names?.length ? names : undefined
}

const rowsKeyOf = (userId: string) => `signalbox.rows.${userId}`

/** Returns the last choice of rows on this browser, used until the stored one is loaded. */
export const recallRows = (userId: string): RowChoice =>
  rowChoices.find((one) => String(one) === recall('browser', rowsKeyOf(userId))) ?? usualRows

export const rememberRows = (userId: string, rows: RowChoice): void =>
  void remember('browser', rowsKeyOf(userId), String(rows))

/** @param columns null: the usual ones */
export const rememberColumns = (userId: string, columns: readonly TicketColumn[] | null): void =>
  void remember('browser', keyOf(userId), columns?.join() ?? '')
