/**
 * Whether nobody has moved the focus on: nothing has it, or the dialog around what has gone. What closes gives the focus back a moment
 * late, and who has gone elsewhere by then stays there.
 */
export const isFocusLost = () => document.activeElement?.matches('body, [role$=dialog]') ?? true

const goneWithinMs = 1000

/** Does something by which what has the focus may go once it is done, and brings the focus on to where `rememberFocus` says. */
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
 * Remembers what has the focus now. The function it returns brings the focus back there, or, when that has left the page, to what has
 * taken its row's place, or else to the top of the screen or of the dialog it was in; nowhere where something has the focus already.
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
    const successor = list?.isConnected ? (list.children[place] ?? list.lastElementChild) : undefined
    const target =
      successor?.querySelector<HTMLElement>('a[href]') ??
      successor?.querySelector<HTMLElement>('button:not(:disabled)') ??
      (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('main h1, main'))
    if (!target) return
    if (!target.matches('a, button') && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
}
