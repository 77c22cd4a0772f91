import type { ComponentProps } from 'react'
import { createStore } from './store.ts'
import { writtenExactly } from './written.ts'

const minuteMs = 60_000

/** One timer serves every label on the page. */
const minute = createStore(0, () => {
  const timer = setInterval(() => minute.set(minute.get() + 1), minuteMs)
  return () => clearInterval(timer)
})

/** Rerenders every minute, so that shown ages stay true. */
export const useEveryMinute = minute.use

type RelativeTimeProps = Omit<ComponentProps<'time'>, 'children' | 'dateTime' | 'title'> & {
  /** ISO 8601. */
  at: string
  /** Words for the age, such as "5 hours ago"; called again every minute. */
  label: (at: Date) => string
}

/** Shows an age in words; the absolute local time is its tooltip and its printed form. */
export function RelativeTime({ at, label, ...rest }: RelativeTimeProps) {
  useEveryMinute()
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const exact = writtenExactly(date)
  return (
    <time dateTime={at} title={exact} {...rest}>
      <span className="tabular-nums print:hidden">{label(date)}</span>
      <span className="hidden print:inline">{exact}</span>
    </time>
  )
}
