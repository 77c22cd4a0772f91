import { and, eq } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { findBounce } from '#features/mail-threads/server/queries.ts'
import { isClient } from '#features/users/policy.ts'
import { findUser, hasMailbox } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketQuery } from '#features/tickets/list/contract.ts'
import { canReach } from '#features/tickets/policy.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { otherTicketsShown, type Requester } from '../contract.ts'

/** Uses the list call, so that every number matches the list it leads to. */
type TicketLister<V extends Viewer> = (viewer: V, query: TicketQuery) => Promise<TicketPage>

/** Page size with an existing query plan: more than shown, because this ticket may be among them. */
const newest = { limit: 5, offset: 0, sort: 'created' } as const

async function findPosition(reader: Reader, userId: string, clientId: string) {
  const [membership] = await reader
    .select({ role: clientUsers.role })
    .from(clientUsers)
    .where(and(eq(clientUsers.userId, userId), eq(clientUsers.clientId, clientId)))
  return membership?.role ?? null
}

/** @throws {AppError} `not_found` for a ticket the viewer may not see */
export async function findRequester<V extends Viewer>(
  reader: Reader,
  listTickets: TicketLister<V>,
  viewer: V,
  id: string,
): Promise<Requester> {
  const ticket = await requireVisible(reader, viewer, id)
  const { createdById, clientId, clientName } = ticket
  const user = await findUser(reader, createdById)
  if (!user) throw notFound()
  const isKnown = hasMailbox(user)
  const isReached = isKnown && canReach(viewer, user)
  const none: TicketPage = { total: 0, tickets: [] }
  const [own, open, bounce] = await Promise.all([
    isKnown ? listTickets(viewer, { ...newest, requesterId: createdById }) : none,
    listTickets(viewer, { ...newest, clientId, status: 'unresolved' }),
    findBounce(reader, createdById),
  ])
  const { firstName, lastName, profileImageUrl, role, email, mobileNumber } = user
  return {
    person: { id: createdById, firstName, lastName, profileImageUrl },
    role,
    position: isClient(user) ? await findPosition(reader, createdById, clientId) : null,
    email: isReached ? email : null,
    isEmailConfirmed: user.emailProvedAt !== null,
    bounce: isReached && bounce ? { reason: bounce.reason, at: bounce.at.toISOString() } : null,
    mobileNumber: isReached ? mobileNumber : null,
    client: { id: clientId, name: clientName, openTickets: open.total },
    otherTickets: own.tickets
      .filter((other) => other.id !== ticket.id)
      .slice(0, otherTicketsShown)
      .map(({ id, ticketNumber, subject, status }) => ({ id, ticketNumber, subject, status })),
    totalTickets: own.total,
  }
}
