import { Search } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { cn } from '../cn.ts'
import { Input } from './form/input.tsx'

interface ListPaneProps<T extends { id: string }> {
  /** Such as "Clients"; their number is added. */
  title: string
  items: readonly T[]
  /** Searched text of an item. */
  textOf(item: T): string
  searchLabel: string
  empty: ReactNode
  noMatch: string
  children(item: T): ReactNode
}

export function ListPane<T extends { id: string }>(props: ListPaneProps<T>) {
  const { title, items, textOf, searchLabel, empty, noMatch, children } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const fits = wordsFinder(typed)
  const shown = items.filter((item) => fits(textOf(item)))
  return (
    <section aria-labelledby={id} className="card flex flex-col">
      <div className="flex flex-col gap-2 border-b border-border p-3">
        <h2 id={id} className="text-section">
          {title} ({items.length})
        </h2>
        {items.length > 0 && (
          <Input
            type="search"
            aria-label={searchLabel}
            placeholder={searchLabel}
            icon={<Search aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      {items.length === 0 && empty}
      {items.length > 0 && shown.length === 0 && <p className="p-4 text-center text-muted">{noMatch}</p>}
      <ul className="md:max-h-[calc(100dvh-260px)] md:overflow-y-auto">{shown.map(children)}</ul>
    </section>
  )
}

interface ListPaneItemProps {
  name: string
  isChosen: boolean
  onChoose(): void
  badges: ReactNode
  action: ReactNode
  children: ReactNode
}

/** One item: a click anywhere but on the button chooses it. */
export const ListPaneItem = ({ name, isChosen, onChoose, badges, action, children }: ListPaneItemProps) => (
  <li
    className={cn(
      'relative flex items-start gap-1 border-b border-border p-3 last:border-b-0',
      isChosen ? 'bg-selected' : 'hover:bg-hover',
    )}
  >
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-current={isChosen || undefined}
          className="min-w-0 truncate text-start font-medium after:absolute after:inset-0"
          onClick={onChoose}
        >
          {name}
        </button>
        {badges}
      </div>
      {children}
    </div>
    <div className="relative -me-1 -mt-1">{action}</div>
  </li>
)
