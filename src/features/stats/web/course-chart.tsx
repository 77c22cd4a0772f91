import { i18n } from '#platform/contract/i18n.ts'
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { writtenCalendarDay, writtenCalendarWeekday } from '#platform/web/written.ts'
import { cn } from '#platform/web/cn.ts'
import type { Day } from '../contract.ts'
import { linesFor } from './scale.ts'

interface CourseChartProps {
  days: readonly Day[]
  onOpenDay(day: string): void
}

const dayWords = ({ day, created, resolved }: Day) =>
  i18n.t('{day}: {created} created, {resolved} resolved', {
    day: writtenCalendarWeekday(day),
    created,
    resolved,
  })

/** Labels every seventh day, counted back from today. */
const isNamed = (place: number, count: number) => (count - 1 - place) % 7 === 0

const moves: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

/** Acts as one control whose value is a day: arrows choose, Enter opens. Pointers hit the whole day. */
export function CourseChart({ days, onOpenDay }: CourseChartProps) {
  const hintId = useId()
  const [chosen, setChosen] = useState(days.length - 1)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const lines = linesFor(Math.max(...days.map(({ created, resolved }) => Math.max(created, resolved))))
  const top = lines.at(-1) ?? 1
  const day = days[Math.min(chosen, days.length - 1)]
  if (!day) return null

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * days.length)
    setChosen(Math.max(0, Math.min(days.length - 1, place)))
    setPointed(true)
  }
  const open = () => {
    if (day.created + day.resolved > 0) onOpenDay(day.day)
  }
  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    if (event.key === 'Enter' || event.key === ' ') open()
    else if (move === undefined) return
    else setChosen(Math.max(0, Math.min(days.length - 1, chosen + move)))
    event.preventDefault()
  }
  const isShown = isPointed || isFocused
  return (
    <div className="flex flex-1 flex-col gap-1.5">
      <div className="flex min-h-52 flex-1 gap-2">
        <div aria-hidden className="flex flex-col-reverse justify-between text-meta text-subtle tabular-nums">
          {lines.map((line) => (
            <span key={line} className="-my-2 text-end">
              {line}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={i18n.t('Day')}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={chosen + 1}
          aria-valuetext={dayWords(day)}
          aria-describedby={hintId}
          className="relative flex min-w-0 flex-1 cursor-pointer touch-pan-y rounded-control"
          onKeyDown={press}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(false)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onClick={open}
        >
          <div aria-hidden className="absolute inset-0 flex flex-col-reverse justify-between">
            {lines.map((line) => (
              <span key={line} className={cn('h-px', line === 0 ? 'bg-control' : 'bg-border')} />
            ))}
          </div>
          {days.map((one, place) => (
            <span
              key={one.day}
              aria-hidden
              className={cn(
                'relative flex min-w-0 flex-1 items-end justify-center gap-px',
                isShown && one === day && 'bg-hover',
              )}
            >
              <Bar share={one.created / top} className="bg-blue-solid" />
              <Bar share={one.resolved / top} className="bg-green-solid" />
              {isShown && one === day && <Bubble day={one} place={place / (days.length - 1)} />}
            </span>
          ))}
        </div>
      </div>
      <p id={hintId} className="sr-only">
        {i18n.t('Press Enter to see this day’s tickets.')}
      </p>
      <div aria-hidden className="flex ps-8 text-meta font-normal text-subtle">
        {days.map(({ day }, place) => (
          <span
            key={day}
            className={cn(
              'flex min-w-0 flex-1 whitespace-nowrap',
              // A centred last label would overflow the card.
              place === days.length - 1 ? 'justify-end' : 'justify-center',
            )}
          >
            {isNamed(place, days.length) && writtenCalendarDay(day)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Keeps numbers above zero visible. */
const Bar = ({ share, className }: { share: number; className: string }) => (
  <span
    className={cn('w-2/5 max-w-3 rounded-t-[2px]', className)}
    style={{ height: share === 0 ? 0 : `max(2px, ${share * 100}%)` }}
  />
)

/** @param place from 0 at the left to 1 at the right */
const Bubble = ({ day, place }: { day: Day; place: number }) => (
  <span
    className="pointer-events-none absolute top-0 z-10 -translate-y-1/3 rounded-control bg-raised px-2.5 py-1.5 text-meta whitespace-nowrap text-fg shadow-popover"
    style={{ insetInlineStart: '50%', translate: `${-100 * place}%` }}
  >
    <span className="block">{writtenCalendarWeekday(day.day)}</span>
    <span className="block font-normal text-muted">
      {i18n.t('{created} created, {resolved} resolved', { created: day.created, resolved: day.resolved })}
    </span>
  </span>
)
