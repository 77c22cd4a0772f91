export function toFirstFault(form: HTMLFormElement | null): void {
  // Faults are drawn by the next frame.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
