import type { Order, Sort } from '../../list/contract.ts'

const times = { asc: 'oldest first', desc: 'newest first' }
const letters = { asc: 'A to Z', desc: 'Z to A' }

/** What an order is called where it is chosen from a list. */
export const sortWords: Record<Sort, { label: string } & Record<Order, string>> = {
  created: { label: 'Created', ...times },
  updated: { label: 'Updated', ...times },
  number: { label: 'Ticket #', asc: 'lowest first', desc: 'highest first' },
  subject: { label: 'Subject', ...letters },
  client: { label: 'Client', ...letters },
  status: { label: 'Status', asc: 'Open first', desc: 'Closed first' },
  priority: { label: 'Priority', asc: 'Low first', desc: 'Critical first' },
  category: { label: 'Category', ...letters },
  assignee: { label: 'Assigned To', ...letters },
}
