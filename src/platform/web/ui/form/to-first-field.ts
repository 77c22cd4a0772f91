/** As `onOpenAutoFocus` of a dialog with a form: to where the writing begins, rather than to Close. */
export function toFirstField(event: Event): void {
  event.preventDefault()
  if (event.target instanceof HTMLElement)
    event.target.querySelector<HTMLElement>('input:not([type=radio]), textarea, select')?.focus()
}
