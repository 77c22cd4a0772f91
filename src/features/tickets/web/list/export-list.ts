import { downloadFile } from '#platform/web/download-file.ts'
import type { ListColumn } from '../../list/columns/contract.ts'
import { type TicketFilter, ticketListApi } from '../../list/contract.ts'
import type { Sorting } from '../filters/filter-state.ts'

/**
 * Fetches the whole list as a file and hands it to the person.
 * @returns the name of the file
 * @throws {CallError} when the server refuses, and with status 0 when the file did not arrive whole
 */
export function exportList(
  filter: TicketFilter,
  sorting: Sorting,
  columns: readonly ListColumn[],
): Promise<string> {
  const query = new URLSearchParams({ ...filter, ...sorting, columns: columns.join() })
  return downloadFile(`${ticketListApi.export.path}?${query.toString()}`, 'tickets.csv')
}
