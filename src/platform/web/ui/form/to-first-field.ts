/** Focuses the first field of a dialog, rather than Close, as its `onOpenAutoFocus`. */
export function toFirstField(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLElement)
    event.target.querySelector<HTMLElement>('input:not([type=radio]), textarea, select')?.focus()
}
