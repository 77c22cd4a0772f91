import type { Ticket } from '../../contract.ts'

/** What a ticket is called on the screens: its number, or its id where it has none. */
export const shownNumber = ({ id, ticketNumber }: Pick<Ticket, 'id' | 'ticketNumber'>) => ticketNumber || id
