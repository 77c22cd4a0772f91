/**
 * For a button that removes its own row. The returned function, called after the removal, moves a lost focus to the next row, the previous
 * one, or the panel's tab.
 */
export function keepFocus(button: HTMLElement): () => void {
  const row = button.closest('li, tr')
  const rows = [row?.nextElementSibling, row?.previousElementSibling]
  const tabId = button.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? ''
  return () => {
    const focused = document.activeElement
    if (focused !== document.body && !row?.contains(focused)) return
    const beside = rows.find((one) => one?.isConnected)?.querySelector<HTMLElement>('button:last-of-type')
    const target = beside ?? document.getElementById(tabId)
    target?.focus()
  }
}
