/**
 * Marks a form for the dialog around it: one with unsaved input is asked about before it closes, and a click beside the
 * dialog is ignored, also while the input is sent.
 * @returns the value of `data-dirty`
 */
export function dirtyMark(isDirty: boolean, isSending: boolean): 'typed' | 'sent' | undefined {
  if (!isDirty) return undefined
  return isSending ? 'sent' : 'typed'
}
