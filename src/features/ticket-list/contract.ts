import { z } from 'zod'
import { TicketPage, oneOf } from '#features/tickets/contract.ts'
import { exportColumns, fixedColumns, usualColumns } from '#features/tickets/list/columns/contract.ts'
import { TicketFilter, TicketQuery, TicketSort, facets } from '#features/tickets/list/contract.ts'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { idList } from '#platform/contract/fields.ts'
import { recordOf } from '#platform/contract/records.ts'

export const CountsQuery = TicketFilter.extend({
  /** Absent: all filters. */
  by: oneOf(() => 'by', facets).optional(),
})
export type CountsQuery = z.output<typeof CountsQuery>

const Counts = z.record(z.string(), z.number().int())
/** Counts choices beside the other filters; absent ones count zero. Too large a search has none. */
export const TicketCounts = z.object(recordOf(facets, () => Counts)).partial()
export type TicketCounts = z.infer<typeof TicketCounts>

const ExportForm = TicketSort.extend({
  /** Separated by commas, in the order of the file. */
  columns: z
    .string()
    .prefault([...fixedColumns, ...usualColumns].join())
    .transform((names) => names.split(','))
    .pipe(
      z
        .array(oneOf(() => 'columns', exportColumns))
        .max(exportColumns.length, 'columns names too many columns'),
    ),
})

export const ExportQuery = TicketFilter.extend(ExportForm.shape)
export type ExportQuery = z.output<typeof ExportQuery>

export const mostSelected = 100

export const SelectionQuery = ExportForm.extend({
  ids: idList(`ids must be ids of tickets with commas between, at most ${mostSelected}`, mostSelected),
})
export type SelectionQuery = z.output<typeof SelectionQuery>

export const ticketListApi = api({
  list: {
    method: 'GET',
    path: '/api/tickets',
    summary:
      'Tickets the viewer may see, filtered, newest first, with the exact number of all matches; of a search that finds more than 10,000, the newest 10,000',
    access: 'signed-in',
    query: TicketQuery,
    reply: TicketPage,
  },
  counts: {
    method: 'GET',
    path: '/api/tickets/counts',
    summary:
      'For each filter, how many tickets each of its choices would show beside the other filters; nothing beside a search that finds more than 10,000',
    access: 'signed-in',
    query: CountsQuery,
    reply: TicketCounts,
  },
  export: {
    method: 'GET',
    path: '/api/tickets/export',
    summary:
      'The filtered list as a CSV file, in the order of the list; of a search that finds more than 10,000, the newest 10,000',
    access: desk,
    query: ExportQuery,
    reply: z.file().mime('text/csv'),
  },
  exportSelected: {
    method: 'GET',
    path: '/api/tickets/export/selected',
    summary:
      'Those of these tickets that the viewer may see as a CSV file, in the order of the list; at most 100',
    access: 'signed-in',
    query: SelectionQuery,
    reply: z.file().mime('text/csv'),
  },
})
