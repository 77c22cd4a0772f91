import { CallError } from '#platform/web/call.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { ticketApi, type ExportColumn, type TicketFilter } from '../contract.ts'
import type { Sorting } from './filter-state.ts'

/**
 * Fetches the whole list as a file and hands it to the person.
 * @returns the name of the file
 * @throws {CallError} when the server refuses, and with status 0 when the file did not arrive whole
 */
export async function exportList(
  filter: TicketFilter,
  sorting: Sorting,
  columns: readonly ExportColumn[],
): Promise<string> {
  const query = new URLSearchParams({ ...filter, ...sorting, columns: columns.join() })
  const lost = () => {
    throw new CallError(0, 'No connection')
  }
  const response = await fetch(`${ticketApi.export.path}?${query.toString()}`, {
    credentials: 'include',
  }).catch(lost)
  if (!response.ok) throw new CallError(response.status, await response.text().catch(lost))
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'tickets.csv'
  saveFile(await response.blob().catch(lost), name)
  return name
}
