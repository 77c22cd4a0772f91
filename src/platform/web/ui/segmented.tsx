import { useId } from 'react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type SegmentedProps<Value extends string> = {
  /** Accessible name of the group. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  className?: string
}

/** A choice of two to four, built on radio buttons. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={props.label} className={cn('segmented', props.className)}>
      {props.options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === props.value}
            onChange={() => props.onValueChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
