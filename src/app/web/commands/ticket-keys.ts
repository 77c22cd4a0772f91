const ticket = () => document.querySelector<HTMLElement>('.ticket-dialog')

/** A part of the open ticket that a shortcut is for. */
const partOf = (name: string) =>
  ticket()?.querySelector<HTMLElement>(`[data-shortcut=${name}]:not(:disabled)`)

/** Shows what lies behind another tab, as on a phone. */
function reveal(part: HTMLElement): void {
  for (
    let panel = part.closest('[role=tabpanel]');
    panel;
    panel = panel.parentElement?.closest('[role=tabpanel]') ?? null
  )
    if (panel instanceof HTMLElement && panel.hidden)
      document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
}

export const isTicketOpen = () => ticket() !== null

/** The focus goes there; a list to choose from opens. */
export function goTo(name: string): boolean {
  const part = partOf(name)
  if (!part) return false
  reveal(part)
  // What a tab shows is there after the next render.
  requestAnimationFrame(() => {
    part.scrollIntoView({ block: 'nearest' })
    part.focus()
    if (part instanceof HTMLSelectElement) openList(part)
  })
  return true
}

function openList(select: HTMLSelectElement): void {
  try {
    select.showPicker()
  } catch {
    // The browser asks for a key that was pressed this very moment; the focus is there anyway.
  }
}

export function press(name: string): boolean {
  const part = partOf(name)
  if (!part) return false
  reveal(part)
  part.click()
  return true
}

const openWithinMs = 3000

/** Presses what opens a part of the ticket, and goes there as soon as it is drawn. */
export function openAndGoTo(opener: string, name: string): boolean {
  if (!press(opener)) return false
  const until = performance.now() + openWithinMs
  const seek = () => {
    if (!goTo(name) && performance.now() < until) requestAnimationFrame(seek)
  }
  requestAnimationFrame(seek)
  return true
}

const covers = '[role=dialog], [role=alertdialog], [role=menu]'

/** Whether a dialog or a menu that is not the ticket has the keys for itself. */
export const isCovered = () =>
  [...document.querySelectorAll<HTMLElement>(covers)].some(
    (one) => !one.matches('.ticket-dialog') && one.dataset['state'] !== 'closed' && one.checkVisibility(),
  )
