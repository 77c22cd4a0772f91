import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../cn.ts'

interface TabsContext {
  id: string
  value: string
  onValueChange: (value: string) => void
}

const Context = createContext<TabsContext | null>(null)

function useTabs() {
  const tabs = use(Context)
  if (!tabs) throw new Error('Tab parts belong inside Tabs')
  return tabs
}

interface TabsProps {
  value: string
  onValueChange: (value: string) => void
  className?: string
  children: ReactNode
}

export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  const id = useId()
  return (
    <Context value={{ id, value, onValueChange }}>
      <div className={className}>{children}</div>
    </Context>
  )
}

interface TabListProps {
  label: string
  className?: string
  children: ReactNode
}

/** Arrow keys, Home and End move and select; it scrolls sideways when it is too long. */
export function TabList({ label, className, children }: TabListProps) {
  return (
    <div
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      className={cn('tablist', className)}
      onKeyDown={rove}
    >
      {children}
    </div>
  )
}

function rove(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')]
  const now = tabs.findIndex((tab) => tab === event.target)
  const next = nextIndex(
    event.key,
    now,
    tabs.length,
    getComputedStyle(event.currentTarget).direction === 'rtl',
  )
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
  tabs[next]?.click()
}

function nextIndex(key: string, now: number, count: number, rtl: boolean) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === (rtl ? 'ArrowLeft' : 'ArrowRight')) return (now + 1) % count
  if (key === (rtl ? 'ArrowRight' : 'ArrowLeft')) return (now - 1 + count) % count
  return undefined
}

type TabProps = ComponentProps<'button'> & { value: string }

export function Tab({ value, className, ...rest }: TabProps) {
  const tabs = useTabs()
  const selected = tabs.value === value
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const tab = button.current
    const list = tab?.closest('[role=tablist]')
    // Not scrollIntoView: that would move the page as well.
    if (!selected || !tab || !list || list.scrollWidth <= list.clientWidth) return
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [selected])
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={selected}
      aria-controls={selected ? `${tabs.id}-panel-${value}` : undefined}
      tabIndex={selected ? 0 : -1}
      className={cn('tab', className)}
      onClick={() => tabs.onValueChange(value)}
      {...rest}
    />
  )
}

type Show = (element: HTMLElement) => void

/** Functions that reveal elements within a panel, or within a list that omits rows. */
const showing = new WeakMap<Element, Show>()

/** Registers a callback for hidden elements of this list. */
export const revealBy = (list: Element, show: Show) => void showing.set(list, show)

/** Shows an element behind one or more tabs. */
export function reveal(element: HTMLElement): void {
  flushSync(() => {
    for (let around = element.parentElement; around; around = around.parentElement)
      showing.get(around)?.(element)
  })
}

type TabPanelProps = ComponentProps<'div'> & {
  value: string
  /** Stays mounted while hidden, to keep scroll and half-typed text. */
  keepMounted?: boolean
}

export function TabPanel({ value, keepMounted = false, ...rest }: TabPanelProps) {
  const tabs = useTabs()
  const selected = tabs.value === value
  if (!selected && !keepMounted) return null
  const note = (panel: HTMLDivElement | null) => {
    if (panel) revealBy(panel, () => !selected && tabs.onValueChange(value))
  }
  return (
    <div
      ref={note}
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!selected}
      {...rest}
    />
  )
}
