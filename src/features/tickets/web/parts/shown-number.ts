import type { Ticket } from '../../contract.ts'

/** Falls back to the id. */
export const shownNumber = ({ id, ticketNumber }: Pick<Ticket, 'id' | 'ticketNumber'>) => ticketNumber || id
