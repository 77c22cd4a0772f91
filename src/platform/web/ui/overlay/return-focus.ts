/** True when no element has the focus. A closing overlay returns it late, and must not take it from another element. */
export const isFocusLost = () => document.activeElement?.matches('body, [role$=dialog]') ?? true

/** Rows go when their list has loaded again, which takes longer on a slow network. */
const goneWithinMs = 10_000

/** Runs an action that may remove the focused element, then restores the focus like `rememberFocus`. */
export function keepFocusThrough(act: () => void | Promise<unknown>): void {
  const opener = document.activeElement
  const returnFocus = rememberFocus()
  function look(until: number) {
    if (!opener?.isConnected) returnFocus()
    else if (performance.now() < until) requestAnimationFrame(() => look(until))
  }
  void Promise.resolve(act()).finally(() => look(performance.now() + goneWithinMs))
}

/**
 * Remembers the focus. The returned function restores it: to the element, its row or the row's successor, or the top of the dialog or screen. It does
 * nothing if another element has the focus.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const row = opener?.closest('tr, li, article')
  const list = row?.parentElement
  const dialog = opener?.closest<HTMLElement>('[role$=dialog]')
  const place = row && list ? [...list.children].indexOf(row) : -1

  return () => {
    if (!isFocusLost()) return
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
      return opener.focus({ preventScroll: true })
    const inPlace = list?.isConnected ? (list.children[place] ?? list.lastElementChild) : undefined
    const successor = row?.isConnected ? row : inPlace
    const target =
      successor?.querySelector<HTMLElement>('a[href]') ??
      successor?.querySelector<HTMLElement>('button:not(:disabled)') ??
      (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('main h1, main'))
    if (!target) return
    if (!target.matches('a, button') && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
}
