import { shownLists } from './shown-list.ts'

const rowSelector = '[data-ticket-id], [data-ticket]'

export const idOf = (row: HTMLElement) => row.dataset['ticketId'] ?? row.dataset['ticket'] ?? ''

export function listRows(): HTMLElement[] {
  const list = shownLists.get()[0]?.current.element.current
  return [...(list?.querySelectorAll<HTMLElement>(rowSelector) ?? [])].filter((row) => row.checkVisibility())
}

export const openerOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button')

/** Last focused ticket, and its place for when it is gone. */
let last: { id: string; place: number } | undefined

/** Moves go on from this row. */
export function startFrom(id: string): void {
  last = { id, place: listRows().findIndex((row) => idOf(row) === id) }
}

function placeOfLast(rows: readonly HTMLElement[]): number {
  if (!last) return -1
  const { id, place } = last
  const now = rows.findIndex((row) => idOf(row) === id)
  return now >= 0 ? now : Math.min(place, rows.length) - 0.5
}

export const focusedRow = () => document.activeElement?.closest<HTMLElement>(rowSelector)

/** Focused row, or the last one while nothing has the focus. */
export function currentRow(rows: readonly HTMLElement[]): HTMLElement | undefined {
  const focused = focusedRow()
  if (focused) return focused
  return document.activeElement === document.body ? rows[placeOfLast(rows)] : undefined
}

export function move(by: 1 | -1): boolean {
  const rows = listRows()
  if (rows.length === 0) return false
  const from = placeOfLast(rows)
  const to =
    from < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, by > 0 ? Math.floor(from + 1) : Math.ceil(from - 1)))
  const row = rows[to]
  if (row) openerOf(row)?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return true
}

/** Arrows act inside the list only, where they do not scroll; a card's grip has its own. */
export const moveByArrow = (by: 1 | -1): boolean =>
  document.activeElement?.closest('[data-ticket-id]') ? move(by) : false

/**
 * Keeps the focus on moved or remounted rows, and passes it on from removed ones. @returns a stop function
 */
export function keepFocus(): () => void {
  let pressedAt = 0
  const press = () => (pressedAt = performance.now())
  function enter({ target }: FocusEvent) {
    const row = target instanceof Element ? target.closest<HTMLElement>(rowSelector) : null
    if (row) last = { id: idOf(row), place: listRows().indexOf(row) }
  }
  function leave({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget || !(target instanceof Element) || !target.closest('[data-ticket-id]')) return
    // A press elsewhere leaves the list; a removed row loses the focus without one.
    if (performance.now() - pressedAt < 100) return
    setTimeout(() => {
      if (document.activeElement !== document.body || !document.hasFocus()) return
      const rows = listRows()
      const row = rows[Math.min(Math.ceil(placeOfLast(rows)), rows.length - 1)]
      if (row) openerOf(row)?.focus({ preventScroll: true })
    })
  }
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('focusin', enter)
  document.addEventListener('focusout', leave)
  return () => {
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('focusin', enter)
    document.removeEventListener('focusout', leave)
  }
}
