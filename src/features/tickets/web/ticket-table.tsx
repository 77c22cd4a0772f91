import { useRef } from 'react'
import type { TicketColumn } from '#features/settings/contract.ts'
import { cn } from '#platform/web/cn.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { columnWords } from '../contract.ts'
import { ageLabel } from './age-label.ts'
import { clientName, ClientLogo } from './client-logo.tsx'
import { columns, leastWidth, unfolded } from './columns.tsx'
import { pageSize } from './paging.ts'
import type { ShownTicket } from './pending.ts'
import { RowActions, type RowActionsProps } from './row-actions.tsx'
import { SortHead, type Sortable } from './sort-head.tsx'
import { opensFromRow, opensTicket } from './ticket-opener.ts'
import type { Selection } from './use-selection.ts'
import { useTint } from './use-tint.ts'

export interface RowsProps extends Omit<RowActionsProps, 'ticket'> {
  /** Undefined while the first are being loaded. */
  rows: readonly ShownTicket[] | undefined
  selection: Selection
}

interface TicketTableProps extends RowsProps, Sortable {
  label: string
  /** What stands between the subject and the actions. */
  chosen: readonly TicketColumn[]
  /** Client and age stand below the subject. */
  isFolded: boolean
}

/** As many columns as every window has room for. */
const fitting = 6

export function TicketTable({ rows, label, chosen, sorting, onSort, ...rest }: TicketTableProps) {
  const { selection, isFolded, AssignButton } = rest
  const tickets = rows?.map(({ ticket }) => ticket) ?? []
  const shown = unfolded(chosen, isFolded)
  const isWide = shown.length > fitting - (isFolded ? 2 : 0)
  return (
    <Table
      label={label}
      aria-busy={!rows}
      style={isWide ? { minWidth: leastWidth(shown) } : undefined}
      className={cn(
        '[&>table]:table-fixed [&_:is(th,td):not(:first-child,:last-child)]:px-2',
        isWide && 'overflow-x-auto',
      )}
    >
      <TableHead>
        <Th className="w-10 pe-0!">
          <Checkbox aria-label="Select all tickets on this page" {...selection.boxOf(tickets)} />
        </Th>
        <SortHead by="number" className="w-25" sorting={sorting} onSort={onSort}>
          {columnWords.ticketNumber}
        </SortHead>
        <SortHead by="subject" sorting={sorting} onSort={onSort}>
          {columnWords.subject}
        </SortHead>
        {shown.map((name) => {
          const { sort, width, share = width } = columns[name]
          const style = { width: isFolded || isWide ? width : share }
          return sort ? (
            <SortHead key={name} by={sort} style={style} sorting={sorting} onSort={onSort}>
              {columnWords[name]}
            </SortHead>
          ) : (
            <Th key={name} style={style}>
              {columnWords[name]}
            </Th>
          )
        })}
        <Th className={AssignButton ? 'w-29 text-end!' : 'w-22 text-end!'}>Actions</Th>
      </TableHead>
      <TableBody>
        {rows
          ? rows.map((row) => <Row key={row.ticket.id} row={row} shown={shown} {...rest} />)
          : Array.from({ length: pageSize }, (_, place) => (
              <SkeletonRow key={place} place={place} cells={shown.length} isFolded={isFolded} />
            ))}
      </TableBody>
    </Table>
  )
}

interface RowProps extends Omit<RowsProps, 'rows'> {
  row: ShownTicket
  shown: readonly TicketColumn[]
  isFolded: boolean
}

function Row({ row: { ticket, isPending }, shown, isFolded, selection, ...actions }: RowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  useTint(element, ticket.version, isPending)
  const { id, ticketNumber, subject, createdAt } = ticket
  const isSelected = selection.has(id)
  return (
    <TableRow
      ref={element}
      data-ticket-id={id}
      selected={isSelected}
      className="cursor-pointer"
      {...opensFromRow(actions.opener, id)}
    >
      <Td className="pe-0!">
        <Checkbox
          aria-label={`Select ${ticketNumber}`}
          checked={isSelected}
          onChange={(event) => selection.set([ticket], event.target.checked)}
        />
      </Td>
      <Td className="whitespace-nowrap text-muted tabular-nums">{ticketNumber}</Td>
      <Td>
        <a
          className="block truncate rounded-control font-medium hover:underline"
          title={subject}
          {...opensTicket(actions.opener, id)}
        >
          {subject}
        </a>
        {isFolded && (
          <div className="flex min-w-0 items-center gap-1.5 text-meta font-normal text-muted">
            <ClientLogo ticket={ticket} />
            <span className="truncate">{clientName(ticket)}</span>
            <span aria-hidden>·</span>
            <span className="whitespace-nowrap">
              <RelativeTime at={createdAt} label={(at) => ageLabel(at)} />
            </span>
          </div>
        )}
      </Td>
      {shown.map((name) => (
        <Td key={name} className={plainColumns.has(name) ? 'whitespace-nowrap text-muted' : undefined}>
          {columns[name].cell(ticket)}
        </Td>
      ))}
      <Td className="py-0!">
        <RowActions ticket={ticket} {...actions} />
      </Td>
    </TableRow>
  )
}

const plainColumns: ReadonlySet<TicketColumn> = new Set(['created', 'updated', 'category', 'source'])
const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-7/10', 'w-1/2']

interface SkeletonRowProps {
  place: number
  cells: number
  isFolded: boolean
}

/** As high as a row, so that nothing moves when the rows come. */
function SkeletonRow({ place, cells, isFolded }: SkeletonRowProps) {
  return (
    <TableRow aria-hidden className="after-150ms hover:bg-transparent!">
      <Td />
      <Td>
        <Skeleton className="w-18" />
      </Td>
      <Td className={isFolded ? 'h-[52px]!' : undefined}>
        <Skeleton className={widths[place % widths.length]} />
      </Td>
      {Array.from({ length: cells }, (_, cell) => (
        <Td key={cell}>
          <Skeleton className="w-16 max-w-full" />
        </Td>
      ))}
      <Td />
    </TableRow>
  )
}
