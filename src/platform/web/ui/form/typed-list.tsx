import { useRef, type ReactNode } from 'react'
import { cn } from '../../cn.ts'
import { useEscape } from '../overlay/use-escape.ts'
import { useFloating } from '../overlay/use-floating.ts'
import type { TypedListState } from './use-typed-list.ts'

// The list belongs to the text area, which keeps the focus and handles the keys.
const asListbox = { role: 'listbox' }

interface TypedListProps<Item> {
  list: TypedListState<Item>
  label: string
  /** Number of the options, in words. */
  counted: string
  note?: ReactNode
  className?: string
  children(item: Item): ReactNode
}

/** Shows the list of `useTypedList` beside its text area. Escape closes it and nothing else. */
export function TypedList<Item extends { id: string }>(props: TypedListProps<Item>) {
  const { list, label, counted, note, className, children } = props
  const { id, items, active, isOpen, textarea } = list
  const floating = useRef<HTMLDivElement>(null)
  useFloating({ open: isOpen, anchor: () => textarea.current, floating, side: 'top', align: 'start' })
  useEscape(isOpen, list.leave)
  return (
    <>
      <output className="sr-only">{isOpen && counted}</output>
      {isOpen && (
        // Pressing the mouse must not take the focus from the text area.
        <div
          ref={floating}
          popover="manual"
          className={cn('floating popup', className)}
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
        >
          {note}
          <div {...asListbox} id={id} aria-label={label} className="max-h-64 overflow-y-auto p-1">
            {items.map((item, at) => {
              const asOption = {
                role: 'option',
                onClick: () => list.pick(item),
                onPointerMove: () => list.setActive(at),
              }
              return (
                <div
                  key={item.id}
                  {...asOption}
                  id={`${id}-${at}`}
                  aria-selected={at === active}
                  data-active={at === active || undefined}
                  className="menu-item"
                >
                  {children(item)}
                </div>
              )
            })}
          </div>
        </div>
      )}
    </>
  )
}
