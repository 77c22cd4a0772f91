import type { NewTicket, TicketDetail } from '#features/tickets/contract.ts'
import type { NewClient } from '#features/clients/contract.ts'
import type { Caller } from './harness.ts'

/** A valid ticket; a test says only what matters to it. */
export const ticketInput = (some: Partial<NewTicket> = {}) => ({
  subject: 'Printer on fire',
  description: 'It burns since nine o’clock.',
  customerName: 'Acme',
  productName: 'Printers',
  ...some,
})

export async function aTicket(by: Caller, some: Partial<NewTicket> = {}): Promise<TicketDetail> {
  const { status, body } = await by.post<TicketDetail>('/api/tickets', ticketInput(some))
  if (status !== 201) throw new Error(`creating a ticket answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export async function aClient(
  bySuperUser: Caller,
  some: Partial<NewClient> = {},
): Promise<{ id: string; name: string }> {
  const { status, body } = await bySuperUser.post<{ id: string; name: string }>('/api/clients', {
    name: 'Acme',
    ...some,
  })
  if (status !== 201) throw new Error(`creating a client answered ${status}: ${JSON.stringify(body)}`)
  return body
}
