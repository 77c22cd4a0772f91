import type { Action } from '#platform/web/actions/actions.ts'

/** Brings the focus to the form in which clients submit a ticket; offered where that is. */
export const writeTicket: Action = { id: 'write-ticket', label: 'Submit a ticket' }
