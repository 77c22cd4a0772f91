/**
 * For a button that takes away the row it stands in. Remembers what is around; the returned function, called once the row is taken away,
 * moves a focus that goes with it to the next row, the one before, or the tab of the panel they were in.
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
