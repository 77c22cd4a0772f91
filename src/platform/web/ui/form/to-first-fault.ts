/** Brings who has sent a form to the first field that is wrong. */
export function toFirstFault(form: HTMLFormElement | null): void {
  // Faults are drawn by the next frame.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
