import type { SubmittedTicket, TicketDetail } from '#features/conversation/contract.ts'
import type { Ticket, TicketChange } from '#features/tickets/contract.ts'
import type { NewClient } from '#features/clients/contract.ts'
import type { Caller } from './harness.ts'

/** A valid ticket; a test says only what matters to it. */
export const ticketInput = (some: Partial<SubmittedTicket> = {}) => ({
  subject: 'Printer on fire',
  description: 'It burns since nine o’clock.',
  customerName: 'Acme',
  productName: 'Printers',
  ...some,
})

export async function aTicket(by: Caller, some: Partial<SubmittedTicket> = {}): Promise<TicketDetail> {
  const { status, body } = await by.post<TicketDetail>('/api/tickets', ticketInput(some))
  if (status !== 201) throw new Error(`creating a ticket answered ${status}: ${JSON.stringify(body)}`)
  return body
}

let clientsMade = 0
export async function aClient(
  bySuperUser: Caller,
  some: Partial<NewClient> = {},
): Promise<{ id: string; name: string }> {
  const { status, body } = await bySuperUser.post<{ id: string; name: string }>('/api/clients', {
    name: `Client ${++clientsMade}`,
    ...some,
  })
  if (status !== 201) throw new Error(`creating a client answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Assigns a person to a company, as an agent or as one of its own. */
export async function assign(
  bySuperUser: Caller,
  clientId: string,
  userId: string,
  role: string,
): Promise<void> {
  const { status, body } = await bySuperUser.post(`/api/clients/${clientId}/users`, { userId, role })
  if (status !== 201) throw new Error(`assigning answered ${status}: ${JSON.stringify(body)}`)
}

/** @returns its id */
export async function aProduct(byDesk: Caller, some: { name: string; clientId?: string }): Promise<string> {
  const { status, body } = await byDesk.post<{ id: string }>('/api/products', some)
  if (status !== 201) throw new Error(`creating a product answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

export async function aComment(
  by: Caller,
  ticketId: string,
  content: string,
  isInternal = false,
): Promise<string> {
  const { status, body } = await by.post<{ id: string }>(`/api/tickets/${ticketId}/comments`, {
    content,
    isInternal,
  })
  if (status !== 201) throw new Error(`commenting answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

export async function change(by: Caller, ticketId: string, to: TicketChange): Promise<Ticket> {
  const { status, body } = await by.put<Ticket>(`/api/tickets/${ticketId}`, to)
  if (status !== 200) throw new Error(`changing answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** @returns its id */
export async function aParticipant(by: Caller, ticketId: string, userId: string): Promise<string> {
  const { status, body } = await by.post<{ id: string }>(`/api/tickets/${ticketId}/participants`, { userId })
  if (status !== 201) throw new Error(`adding a participant answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

let labelsMade = 0
/** @returns its id */
export async function aLabel(byDesk: Caller, some: { name?: string; color?: string } = {}): Promise<string> {
  const { status, body } = await byDesk.post<{ id: string }>('/api/labels', {
    name: `Label ${++labelsMade}`,
    ...some,
  })
  if (status !== 201) throw new Error(`creating a label answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

export async function label(by: Caller, ticketId: string, labelId: string): Promise<Ticket> {
  const { status, body } = await by.send<Ticket>('PUT', `/api/tickets/${ticketId}/labels/${labelId}`)
  if (status !== 200) throw new Error(`labelling answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** @returns its id */
export async function aView(
  by: Caller,
  some: { name?: string; query?: string; sharedWith?: string | string[] | null } = {},
) {
  const { status, body } = await by.post<{ id: string }>('/api/views', {
    name: 'A view',
    query: 'status=open',
    ...some,
  })
  if (status !== 201) throw new Error(`saving a view answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

/** @returns its id */
export async function aSavedAnswer(
  by: Caller,
  some: { title?: string; text?: string; sharedWith?: string[] } = {},
) {
  const { status, body } = await by.post<{ id: string }>('/api/saved-answers', {
    title: 'An answer',
    text: 'We are on it.',
    ...some,
  })
  if (status !== 201) throw new Error(`saving an answer answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}

/** A summary every day, switched off. @returns its id */
export async function aPreference(bySuperUser: Caller, userId: string): Promise<string> {
  const { status, body } = await bySuperUser.post<{ id: string }>('/api/email-preferences', {
    userId,
    notificationType: 'daily_summary',
    isEnabled: false,
  })
  if (status !== 201) throw new Error(`creating a preference answered ${status}: ${JSON.stringify(body)}`)
  return body.id
}
