import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { staff, type Viewer } from '#features/users/contract.ts'
import { isEmailBelieved, personColumns } from '#features/users/server/queries.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { mostPeople, type Participant } from '../contract.ts'
import { canListPeople } from '../policy.ts'

/** Participants with access are active people of the ticket's client; others of the rows are addresses. */
const selectParticipants = (reader: Reader) =>
  reader
    .select({
      id: ticketParticipants.id,
      ticketId: ticketParticipants.ticketId,
      address: ticketParticipants.address,
      name: ticketParticipants.name,
      createdAt: ticketParticipants.createdAt,
      person: personColumns,
    })
    .from(ticketParticipants)
    .innerJoin(tickets, eq(tickets.id, ticketParticipants.ticketId))
    .leftJoin(clientUsers, isMemberOf(tickets.clientId, ticketParticipants.userId))
    .leftJoin(
      users,
      // A participant who became the requester is no other person any more.
      and(eq(users.id, clientUsers.userId), isActiveClient, ne(users.id, tickets.createdById)),
    )

const isMemberOf = (clientId: typeof tickets.clientId, userId: typeof ticketParticipants.userId) =>
  and(eq(clientUsers.clientId, clientId), eq(clientUsers.userId, userId))
const isActiveClient = and(eq(users.isActive, true), eq(users.role, 'client'))
const isShown = or(isNull(ticketParticipants.userId), isNotNull(users.id))

type Row = Awaited<ReturnType<typeof selectParticipants>>[number]

const toParticipant = ({ person, address, name, createdAt, id }: Row): Participant => ({
  id,
  person,
  address: person ? null : address,
  name: person ? null : name,
  createdAt: createdAt.toISOString(),
})

const participantsOf = prepared<{ ticketIds: readonly string[] }, Row[]>('participants', (reader) =>
  selectParticipants(reader)
    .where(and(sql`${ticketParticipants.ticketId} = any(${sql.placeholder('ticketIds')})`, isShown))
    .orderBy(asc(ticketParticipants.createdAt), asc(ticketParticipants.id)),
)

/** Lists them by ticket. Ignores rights. Leaves out people who have left the client, and see it no longer. */
export async function listParticipantsOf(
  reader: Reader,
  ticketIds: readonly string[],
): Promise<Map<string, Participant[]>> {
  const rows = await participantsOf(reader, { ticketIds })
  return new Map(
    [...Map.groupBy(rows, (row) => row.ticketId)].map(([id, own]) => [id, own.map(toParticipant)]),
  )
}

/** As `listParticipantsOf`. */
export const listParticipants = async (reader: Reader, ticketId: string): Promise<Participant[]> =>
  (await listParticipantsOf(reader, [ticketId])).get(ticketId) ?? []

/** @throws {AppError} `not_found`, also for a participant of another ticket */
export async function requireParticipant(reader: Reader, ticketId: string, id: string): Promise<Participant> {
  const [row] = await selectParticipants(reader).where(
    and(eq(ticketParticipants.id, id), eq(ticketParticipants.ticketId, ticketId), isShown),
  )
  if (!row) throw notFound()
  return toParticipant(row)
}

const peopleOf = (reader: Reader, clientId: string) =>
  reader
    .select(personColumns)
    .from(users)
    .innerJoin(clientUsers, and(eq(clientUsers.userId, users.id), eq(clientUsers.clientId, clientId)))

/** Finds an active person of the client. @param by id, or proved address in lower case */
export async function findPersonOf(
  reader: Reader,
  clientId: string,
  by: { id: string } | { address: string },
) {
  const isMeant =
    'id' in by
      ? eq(users.id, by.id)
      : and(sql`lower(${users.email}) = ${by.address}`, isNotNull(users.emailProvedAt))
  const [found] = await peopleOf(reader, clientId).where(and(isActiveClient, isMeant))
  return found
}

/**
 * Lists active people of the client, by name. @param q part of a name
 * @throws {AppError} `not_found` for an invisible ticket, `forbidden`
 */
export async function listPeopleOf(reader: Reader, viewer: Viewer, ticketId: string, q = '') {
  const ticket = await requireVisible(reader, viewer, ticketId)
  if (!canListPeople(viewer, ticket)) throw forbidden()
  const people = await peopleOf(reader, ticket.clientId)
    .where(isActiveClient)
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
  const isMeant = wordsFinder(q)
  return people.filter(({ firstName, lastName }) => isMeant(`${firstName} ${lastName}`)).slice(0, mostPeople)
}

interface ReadTicket {
  clientId: string
  createdById: string
  participantIds: readonly string[]
}

/** Lists requester and participants of the ticket's client who have one of these addresses. */
export async function listReached(
  reader: Reader,
  { clientId, createdById, participantIds }: ReadTicket,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .innerJoin(clientUsers, and(eq(clientUsers.userId, users.id), eq(clientUsers.clientId, clientId)))
    .where(
      and(
        inArray(users.id, [createdById, ...participantIds]),
        inArray(users.email, [...addresses]),
        isActiveClient,
        isEmailBelieved,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Lists which of these addresses are of staff, or of these people, who read the ticket already. */
export async function listReaders(
  reader: Reader,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        inArray(users.email, [...addresses]),
        or(inArray(users.id, [...ids]), inArray(users.role, [...staff])),
      ),
    )
  return new Set(rows.map(({ email }) => email))
}
