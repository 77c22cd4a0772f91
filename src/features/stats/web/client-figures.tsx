import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { writtenCalendarDay, writtenCalendarWeekday } from '#platform/web/written.ts'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import type { Status } from '#features/tickets/contract.ts'
import type { ClientFigures as Figures } from '../contract.ts'
import { clientFigures } from './api.ts'
import { Figure, FigureGrid, FiguresLoading, OfThem } from './figures.tsx'
import { LegendEntry } from './legend.tsx'
import type { ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { Loaded } from './panel.tsx'
import { TableSwitch } from './table-switch.tsx'

interface ClientFiguresProps {
  clientId: string
  linkTo: ListLink
  onTabChange(tab: string): void
}

export function ClientFigures({ clientId, linkTo, onTabChange }: ClientFiguresProps) {
  const query = useQuery(clientFigures(clientId))
  const inStatus = (status: Status) => linkTo({ clientId, status })
  const tabLink = (tab: string) => ({
    href: `/clients?client=${clientId}&tab=${tab}`,
    onClick(event: MouseEvent) {
      event.preventDefault()
      onTabChange(tab)
    },
  })
  return (
    <Loaded query={query} failed={i18n.t('The statistics could not be loaded.')} loading={<FiguresLoading />}>
      {(figures) => (
        <div className="flex flex-col gap-5">
          <FigureGrid>
            <Figure
              label={i18n.t('Total Tickets')}
              value={figures.totalTickets}
              link={linkTo({ clientId })}
            />
            <Figure label={i18n.t('Open Tickets')} value={figures.openTickets}>
              <OfThem among={['progress', 'testing']} byStatus={figures.byStatus} linkTo={inStatus} />
            </Figure>
            <Figure label={i18n.t('Resolved Tickets')} value={figures.resolvedTickets}>
              <OfThem among={['closed']} byStatus={figures.byStatus} linkTo={inStatus} />
            </Figure>
            <Figure label={i18n.t('Products')} value={figures.totalProducts} link={tabLink('products')} />
            <Figure label={i18n.t('Assigned Users')} value={figures.totalUsers} link={tabLink('users')} />
          </FigureGrid>
          <Weeks weeks={figures.weeks} />
        </div>
      )}
    </Loaded>
  )
}

const title = () => i18n.t('Last 90 days')

function Weeks({ weeks }: Pick<Figures, 'weeks'>) {
  const [isTable, setTable] = useState(false)
  const top = Math.max(1, ...weeks.flatMap(({ created, resolved }) => [created, resolved]))
  const bar = (number: number, className: string) => (
    <span
      className={`w-2 rounded-t-[2px] ${className}`}
      style={{ height: number === 0 ? 0 : `max(2px, ${(100 * number) / top}%)` }}
    />
  )
  return (
    <section aria-labelledby="weeks-title" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3">
        <h3 id="weeks-title" className="text-section">
          {title()}
        </h3>
        <p className="flex gap-3 text-meta text-muted">
          <LegendEntry of="created" />
          <LegendEntry of="resolved" />
        </p>
        <div className="no-print ms-auto">
          <TableSwitch of={title()} isOn={isTable} onChange={setTable} />
        </div>
      </header>
      {isTable ? (
        <Table label={i18n.t('Created and resolved by week')}>
          <TableHead>
            <Th>{i18n.t('Week of')}</Th>
            <Th>{i18n.t('Created')}</Th>
            <Th>{i18n.t('Resolved')}</Th>
          </TableHead>
          <TableBody>
            {weeks.toReversed().map(({ from, created, resolved }) => (
              <TableRow key={from}>
                <Td>{writtenCalendarWeekday(from)}</Td>
                <Td className="tabular-nums">{created}</Td>
                <Td className="tabular-nums">{resolved}</Td>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <ul className="flex h-28 items-stretch gap-1 border-b border-control" aria-label={title()}>
          {weeks.map(({ from, created, resolved }) => (
            <li
              key={from}
              title={i18n.t('Week of {day}: {created} created, {resolved} resolved', {
                day: writtenCalendarDay(from),
                created,
                resolved,
              })}
              className="flex min-w-0 flex-1 items-end justify-center gap-px hover:bg-hover"
            >
              <span className="sr-only">
                {i18n.t('Week of {day}: {created} created, {resolved} resolved', {
                  day: writtenCalendarWeekday(from),
                  created,
                  resolved,
                })}
              </span>
              {bar(created, 'bg-blue-solid')}
              {bar(resolved, 'bg-green-solid')}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
