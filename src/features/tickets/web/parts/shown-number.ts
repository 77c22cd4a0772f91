import type { Ticket } from '../../contract.ts'

export const shownNumber = ({ id, ticketNumber }: Pick<Ticket, 'id' | 'ticketNumber'>) => ticketNumber || id
