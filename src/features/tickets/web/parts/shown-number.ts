import type { Ticket } from '../../contract.ts'

/** The name of a ticket on the screens: its number, or its id where it has none. */
export const shownNumber = ({ id, ticketNumber }: Pick<Ticket, 'id' | 'ticketNumber'>) => ticketNumber || id
