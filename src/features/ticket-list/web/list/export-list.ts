import { downloadFile } from '#platform/web/files/download-file.ts'
import type { ListColumn } from '#features/tickets/list/columns/contract.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { ticketListApi } from '../../contract.ts'
import type { Sorting } from '../filters/filter-state.ts'

const download = (
  path: string,
  wanted: TicketFilter | { ids: string },
  sorting: Sorting,
  columns: readonly ListColumn[],
) =>
  downloadFile(
    `${path}?${new URLSearchParams({ ...wanted, ...sorting, columns: columns.join() }).toString()}`,
    'tickets.csv',
  )

/** @returns the file name @throws {CallError} on refusal; status 0 for an incomplete file */
export const exportList = (
  filter: TicketFilter,
  sorting: Sorting,
  columns: readonly ListColumn[],
): Promise<string> => download(ticketListApi.export.path, filter, sorting, columns)

/** Limited to `mostSelected` tickets. */
export const exportSelected = (
  ids: readonly string[],
  sorting: Sorting,
  columns: readonly ListColumn[],
): Promise<string> => download(ticketListApi.exportSelected.path, { ids: ids.join() }, sorting, columns)
