import { useEffect, useState, type ComponentProps } from 'react'

const absolute = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Local date, time and zone, for example "Sat, Nov 21, 2026, 03:14 PM GMT+1". */
const absoluteTime = (at: string | Date) => absolute.format(new Date(at))

const minuteMs = 60_000
const ticks = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer serves every label on the page. */
function onEveryMinute(tick: () => void) {
  ticks.add(tick)
  timer ??= setInterval(() => {
    for (const each of ticks) each()
  }, minuteMs)
  return () => {
    ticks.delete(tick)
    if (ticks.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Draws a component anew every minute: what it says of an age is then true again. */
export function useEveryMinute(): void {
  const [, setMinute] = useState(0)
  useEffect(() => onEveryMinute(() => setMinute((minute) => minute + 1)), [])
}

type RelativeTimeProps = Omit<ComponentProps<'time'>, 'children' | 'dateTime' | 'title'> & {
  /** ISO 8601. */
  at: string
  /** Words for the age, such as "5 hours ago"; called again every minute. */
  label: (at: Date) => string
}

/** An age in words; the absolute local time is its tooltip and what is printed. */
export function RelativeTime({ at, label, ...rest }: RelativeTimeProps) {
  useEveryMinute()
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const exact = absoluteTime(date)
  return (
    <time dateTime={at} title={exact} {...rest}>
      <span className="tabular-nums print:hidden">{label(date)}</span>
      <span className="hidden print:inline">{exact}</span>
    </time>
  )
}
