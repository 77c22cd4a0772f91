import { useRef } from 'react'
import type { TicketPage } from '#features/tickets/contract.ts'
import { listColumns } from '#features/tickets/list/columns/contract.ts'
import { ageLabel } from '#features/tickets/web/parts/age-label.ts'
import { clientName, ClientLogo } from '#features/tickets/web/parts/client-logo.tsx'
import { ReasonLine } from '#features/ticket-search/web/found-reason.tsx'
import { ReopenedMark } from '#features/tickets/web/parts/reopened-mark.tsx'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { opensFromRow, opensTicket } from '#features/tickets/web/parts/ticket-opener.ts'
import { RowMark } from '#features/tickets/web/parts/row-marks.ts'
import { Waiting } from '#features/tickets/web/parts/waiting.tsx'
import type { ShownTicket } from '#features/tickets/web/pending.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { useTint } from '#platform/web/hooks/use-tint.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { RowActions, type RowActionsProps } from './row-actions.tsx'
import { SortHead, type Sortable } from './sort-head.tsx'
import type { Selection } from './use-selection.ts'
import type { Column } from './usual-columns.tsx'

export interface RowsProps extends Omit<RowActionsProps, 'ticket'> {
  rows: readonly ShownTicket[] | undefined
  /** Ids of tickets that left the list while it is in use. */
  gone: ReadonlySet<string>
  /** Rows of a page, for those that are expected. */
  size: number
  /** By ticket: see `TicketPage`. */
  reasons: TicketPage['reasons']
  selection: Selection
}

interface TicketTableProps extends RowsProps, Sortable {
  label: string
  columns: readonly Column[]
  /** Client and age stand below the subject. */
  isFolded: boolean
}

/** Columns folded below the subject in narrow windows. */
const foldedAway: readonly Column['name'][] = ['client', 'created']
/** Columns that fit without scrolling. */
const fitting = { wide: 6, folded: 4 }
/** Width of fixed columns and a readable subject. */
const otherWidth = 500

/** A phone on its side needs the width for subjects; a row opens by itself. */
const notLow = '[@media(height<32.5rem)]:hidden'

export function TicketTable({ rows, size, label, columns, sorting, onSort, ...rest }: TicketTableProps) {
  const { selection, isFolded, AssignButton } = rest
  const tickets = rows?.map(({ ticket }) => ticket) ?? []
  const shown = isFolded ? columns.filter(({ name }) => !foldedAway.includes(name)) : columns
  const isWide = shown.length > (isFolded ? fitting.folded : fitting.wide)
  const leastWidth = shown.reduce((sum, { width }) => sum + width, otherWidth)
  return (
    <Table
      label={label}
      aria-busy={!rows}
      style={isWide ? { minWidth: leastWidth } : undefined}
      className={cn(
        '[&>table]:table-fixed [&_:is(th,td):not(:first-child,:last-child)]:px-2',
        isWide && 'overflow-x-auto',
      )}
    >
      <TableHead>
        <Th className="w-10 pe-0!">
          <Checkbox aria-label={i18n.t('Select all tickets on this page')} {...selection.boxOf(tickets)} />
        </Th>
        <SortHead by="number" className="w-25" sorting={sorting} onSort={onSort}>
          {listColumns.ticketNumber.label}
        </SortHead>
        <SortHead by="subject" sorting={sorting} onSort={onSort}>
          {listColumns.subject.label}
        </SortHead>
        {shown.map(({ name, width, share = width }) => {
          const style = { width: isFolded || isWide ? width : share }
          const { label, sort } = listColumns[name]
          return sort ? (
            <SortHead key={name} by={sort} style={style} sorting={sorting} onSort={onSort}>
              {label}
            </SortHead>
          ) : (
            <Th key={name} style={style}>
              {label}
            </Th>
          )
        })}
        <Th className={cn(notLow, AssignButton ? 'w-29 text-end!' : 'w-22 text-end!')}>
          {i18n.t('Actions')}
        </Th>
      </TableHead>
      <TableBody>
        {rows
          ? rows.map((row) => <Row key={row.ticket.id} row={row} shown={shown} {...rest} />)
          : Array.from({ length: size }, (_, place) => (
              <SkeletonRow key={place} place={place} cells={shown.length} isFolded={isFolded} />
            ))}
      </TableBody>
    </Table>
  )
}

interface RowProps extends Omit<RowsProps, 'rows' | 'size'> {
  row: ShownTicket
  shown: readonly Column[]
  isFolded: boolean
}

function Row({
  row: { ticket, isPending },
  gone,
  shown,
  isFolded,
  selection,
  reasons,
  ...actions
}: RowProps) {
  const element = useRef<HTMLTableRowElement>(null)
  useTint(element, ticket.version, isPending)
  const { id, subject, createdAt } = ticket
  const number = shownNumber(ticket)
  const isSelected = selection.has(id)
  // Most tickets wait for staff: without its column only the others say so.
  const isTold = ticket.turn !== 'us' && !shown.some(({ name }) => name === 'turn')
  return (
    <TableRow
      ref={element}
      data-ticket-id={id}
      selected={isSelected}
      className={cn('cursor-pointer', gone.has(id) && '*:not-last:opacity-45')}
      {...opensFromRow(actions.opener, id)}
    >
      <Td className="pe-0!">
        <Checkbox
          aria-label={i18n.t('Select {number}', { number })}
          checked={isSelected}
          onChange={(event) => selection.set([ticket], event.target.checked)}
        />
      </Td>
      <Td className="whitespace-nowrap text-muted tabular-nums">{number}</Td>
      <Td>
        <div className="@container flex items-center gap-1.5">
          <a
            className="min-w-0 truncate rounded-control font-medium hover:underline"
            dir="auto"
            title={subject}
            {...opensTicket(actions.opener, id)}
          >
            {subject}
          </a>
          <ReopenedMark ticket={ticket} />
          {isTold && <Waiting ticket={ticket} isForClient={!actions.canEdit} />}
          <RowMark ticketId={id} />
        </div>
        <ReasonLine reason={reasons?.[id]} />
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
      {shown.map(({ name, cell }) => (
        <Td key={name}>{cell(ticket, actions.canEdit)}</Td>
      ))}
      <Td className={cn(notLow, 'py-0!')}>
        <RowActions ticket={ticket} {...actions} />
      </Td>
    </TableRow>
  )
}

const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-7/10', 'w-1/2']

interface SkeletonRowProps {
  place: number
  cells: number
  isFolded: boolean
}

/** As high as a row, so that nothing moves when rows arrive. */
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
