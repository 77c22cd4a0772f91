/** Fields in which letters are text. */
export const textBox = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'

/** Moves the focus to the title of the ticket that is being opened: readers start there. */
export const focusTitle = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.ticket-dialog h2[tabindex]')?.focus())
