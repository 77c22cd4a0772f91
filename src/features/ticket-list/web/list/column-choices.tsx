import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import {
  listColumns,
  rowChoices,
  ticketColumns,
  type RowChoice,
  type TicketColumn,
} from '#features/tickets/list/columns/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'

export interface ColumnChoice {
  chosen: readonly TicketColumn[]
  onChange(next: TicketColumn[] | null): void
  rows: RowChoice
  onRows(next: RowChoice): void
}

/** Mounts open. @param children its trigger */
export function ColumnChoices({ children, ...choice }: ColumnChoice & { children: ReactElement }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent label={i18n.t('Columns')} align="end" className="w-64 p-2!">
        <Columns {...choice} />
      </PopoverContent>
    </Popover>
  )
}

const directions = [
  { to: 'up', by: -1, Icon: ArrowUp, label: (column: string) => i18n.t('Move {column} up', { column }) },
  { to: 'down', by: 1, Icon: ArrowDown, label: (column: string) => i18n.t('Move {column} down', { column }) },
] as const

function Columns({ chosen, onChange, rows, onRows }: ColumnChoice) {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<string | null>(null)
  const [said, say] = useState('')
  const rowsId = useId()
  const others = ticketColumns.filter((name) => !chosen.includes(name))

  // A moved row loses the focus.
  useLayoutEffect(() => {
    if (moved.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus()
    moved.current = null
  })

  function move(name: TicketColumn, by: -1 | 1, to: string) {
    const place = chosen.indexOf(name) + by
    if (place < 0 || place >= chosen.length) return
    moved.current = `${name} ${to}`
    say(
      i18n.t('{column} is column {place} of {count}.', {
        column: listColumns[name].label,
        place: place + 1,
        count: chosen.length,
      }),
    )
    onChange(chosen.filter((one) => one !== name).toSpliced(place, 0, name))
  }

  return (
    <>
      <p className="px-2 pt-1 pb-2 text-meta text-muted">
        {i18n.t('Ticket #, Subject and Actions are always shown.')}
      </p>
      <ul ref={list} aria-label={i18n.t('Columns')} className="flex flex-col">
        {[...chosen, ...others].map((name) => {
          const place = chosen.indexOf(name)
          const isShown = place >= 0
          return (
            <li key={name} className="flex items-center gap-1 rounded-control ps-2 hover:bg-raised-hover">
              <Checkbox
                className="flex-1"
                checked={isShown}
                onChange={() => onChange(isShown ? chosen.filter((one) => one !== name) : [...chosen, name])}
              >
                {listColumns[name].label}
              </Checkbox>
              {isShown &&
                directions.map(({ to, by, Icon, label }) => (
                  <IconButton
                    key={to}
                    size="small"
                    label={label(listColumns[name].label)}
                    data-move={`${name} ${to}`}
                    // Stays focusable, so that the focus survives at either end.
                    aria-disabled={place + by < 0 || place + by >= chosen.length || undefined}
                    onClick={() => move(name, by, to)}
                  >
                    <Icon aria-hidden />
                  </IconButton>
                ))}
            </li>
          )
        })}
      </ul>
      <output className="sr-only">{said}</output>
      <Button variant="link" size="small" className="mt-1 ms-1" onClick={() => onChange(null)}>
        {i18n.t('Reset')}
      </Button>
      <fieldset className="-mx-2 mt-2 flex items-center justify-between gap-3 border-t border-border px-4 pt-2.5 pb-1">
        <legend className="sr-only">{i18n.t('Rows')}</legend>
        <span aria-hidden className="font-medium">
          {i18n.t('Rows')}
        </span>
        <span className="segmented">
          {rowChoices.map((each) => (
            <label key={each}>
              <input type="radio" name={rowsId} checked={each === rows} onChange={() => onRows(each)} />
              {each === 'fit' ? i18n.t('Fit') : each}
            </label>
          ))}
        </span>
      </fieldset>
    </>
  )
}
