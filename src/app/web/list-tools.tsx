import { fixedColumns, ticketColumns, type TicketColumn } from '#features/tickets/list/columns/contract.ts'
import { canExport } from '#features/tickets/policy.ts'
import type { ColumnChoice } from '#features/ticket-list/web/list/column-choices.tsx'
import { ColumnMenu } from '#features/ticket-list/web/list/column-menu.tsx'
import { ExportButton } from '#features/ticket-list/web/list/export-button.tsx'
import { exportList } from '#features/ticket-list/web/list/export-list.ts'
import type { Filtering } from '#features/ticket-list/web/filters/filter-fields.tsx'
import { useLayout } from '#platform/web/hooks/use-layout.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { normalQuery } from '#features/views/contract.ts'
import { ViewsMenu } from '#features/views/web/views-menu.tsx'
import { parseSearch, stringifySearch, type SearchParams } from '#platform/web/hooks/search-params.ts'

interface ListToolsProps
  extends Pick<Filtering, 'filter' | 'sorting'>, Pick<ColumnChoice, 'rows' | 'onRows'> {
  viewer: CurrentUser
  params: SearchParams
  change(params: Record<string, string | undefined>): void
  isBoard: boolean
  columns: readonly TicketColumn[]
  areColumnsKnown: boolean
  onColumns(next: TicketColumn[] | null): void
}

export function ListTools({
  viewer,
  params,
  change,
  isBoard,
  filter,
  sorting,
  columns,
  areColumnsKnown,
  onColumns,
  ...rows
}: ListToolsProps) {
  const isNarrow = useLayout() === 'narrow'

  function open(query: string) {
    const kept = parseSearch(normalQuery(stringifySearch(params)))
    const cleared = Object.fromEntries(Object.keys(kept).map((key) => [key, undefined]))
    change({ ...cleared, ...parseSearch(query), page: undefined })
  }
  return (
    <>
      <ViewsMenu viewer={viewer} query={stringifySearch(params)} onOpen={open} isSmall={isNarrow} />
      {!isNarrow && !isBoard && (
        <ColumnMenu isKnown={areColumnsKnown} chosen={columns} onChange={onColumns} {...rows} />
      )}
      {canExport(viewer) && (
        <ExportButton
          onExport={() =>
            exportList(filter, sorting, [...fixedColumns, ...(isNarrow ? ticketColumns : columns)])
          }
          isSmall={isNarrow}
        />
      )}
    </>
  )
}
