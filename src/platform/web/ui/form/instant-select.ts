import { isOpen } from './select.tsx'

/** Protects lists whose choices take effect at once from accidental keys. It loads with the shortcuts. */
const instant = 'select[data-instant]'

const choosingKeys = /^(Arrow|Page|Home$|End$)/

const instantIn = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLSelectElement>(instant) : null

/** True when letters are free for shortcuts. */
export const isClosedInstant = (element: Element) => element.matches(instant) && !isOpen(element)

let lastKey = ''
/** Element with the focus before the list; undefined after Tab, which moves on from the list. */
let origin: EventTarget | null | undefined

function keepFromChoosing(event: KeyboardEvent) {
  lastKey = event.key
  const select = instantIn(event)
  if (!select || isOpen(select) || event.altKey || !choosingKeys.test(event.key)) return
  event.preventDefault()
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') openList(select)
}

/** The key itself still reaches the shortcuts; its typed letter would choose. */
function keepFromTyping(event: Event) {
  const select = instantIn(event)
  if (select && !isOpen(select) && lastKey !== ' ' && lastKey !== 'Enter') event.preventDefault()
}

function noteOrigin(event: FocusEvent) {
  const select = instantIn(event)
  const from = event.relatedTarget
  if (!select || (from instanceof Node && select.contains(from))) return
  origin = lastKey === 'Tab' ? undefined : from
}

/** Returns the focus after a choice. From a text box, to the dialog's title or the page, where keys are shortcuts. */
function giveBack(event: Event) {
  const select = instantIn(event)
  if (!select?.contains(document.activeElement) || origin === undefined) return
  const isPlace =
    origin instanceof HTMLElement && origin.isConnected && !origin.matches('input, textarea, select')
  const place = isPlace ? origin : select.closest('[role=dialog]')?.querySelector('h2[tabindex]')
  setTimeout(() => (place instanceof HTMLElement ? place.focus({ preventScroll: true }) : select.blur()))
}

function openList(select: HTMLSelectElement): void {
  try {
    select.showPicker()
  } catch {
    // Browsers open a list only right after a key press; the focus is there anyway.
  }
}

window.addEventListener('keydown', keepFromChoosing, true)
window.addEventListener('keypress', keepFromTyping, true)
window.addEventListener('pointerdown', () => (lastKey = ''), true)
window.addEventListener('focusin', noteOrigin)
window.addEventListener('change', giveBack)
