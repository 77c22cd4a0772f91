import { i18n } from '#platform/contract/i18n.ts'
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { writtenCalendarWeekday, writtenNumber } from '#platform/web/written.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { daysShown, type Day, type Overview } from '../contract.ts'
import { CourseChart } from './course-chart.tsx'
import { LegendEntry } from './legend.tsx'
import { Loaded, Panel } from './panel.tsx'
import { TableSwitch } from './table-switch.tsx'

interface CoursePanelProps {
  query: UseQueryResult<Overview>
  onOpenDay(day: string): void
  className?: string
}

const sum = (days: readonly Day[], of: 'created' | 'resolved') => days.reduce((all, day) => all + day[of], 0)

export function CoursePanel({ query, onOpenDay, className }: CoursePanelProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title={i18n.t('Created and Resolved')}
      hint={i18n.t('Last {daysTold} days', { daysTold: daysShown })}
      action={<TableSwitch of={i18n.t('Created and Resolved')} isOn={isTable} onChange={setTable} />}
      className={className}
    >
      <Loaded
        query={query}
        failed={i18n.t('The chart could not be loaded.')}
        loading={
          <Loading label={i18n.t('Loading the chart...')} className="flex flex-col gap-3">
            <Skeleton className="w-44" />
            <Skeleton className="h-56" />
          </Loading>
        }
      >
        {({ days }) => (
          <>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
              <LegendEntry of="created">{writtenNumber(sum(days, 'created'))}</LegendEntry>
              <LegendEntry of="resolved">{writtenNumber(sum(days, 'resolved'))}</LegendEntry>
            </p>
            {isTable ? (
              <DayTable days={days} onOpenDay={onOpenDay} />
            ) : (
              <CourseChart days={days} onOpenDay={onOpenDay} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

// Focusable, for scrolling by keyboard.
const scroller = { tabIndex: 0 }

function DayTable({ days, onOpenDay }: { days: readonly Day[]; onOpenDay(day: string): void }) {
  return (
    <section
      aria-label={i18n.t('Days')}
      {...scroller}
      className="max-h-72 overflow-y-auto xl:max-h-112 [--sticky-top:0px]"
    >
      <Table label={i18n.t('Created and resolved by day')}>
        <TableHead>
          <Th>{i18n.t('Day')}</Th>
          <Th>{i18n.t('Created')}</Th>
          <Th>{i18n.t('Resolved')}</Th>
        </TableHead>
        <TableBody>
          {days.toReversed().map(({ day, created, resolved }) => (
            <TableRow key={day}>
              <Td>
                {created + resolved === 0 ? (
                  writtenCalendarWeekday(day)
                ) : (
                  <button
                    type="button"
                    className="rounded-control text-link hover:underline"
                    onClick={() => onOpenDay(day)}
                  >
                    {writtenCalendarWeekday(day)}
                  </button>
                )}
              </Td>
              <Td className="tabular-nums">{writtenNumber(created)}</Td>
              <Td className="tabular-nums">{writtenNumber(resolved)}</Td>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
