/** Moves the focus of a person who has sent a form to the first faulty field. */
export function toFirstFault(form: HTMLFormElement | null): void {
  // Faults are drawn by the next frame.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
