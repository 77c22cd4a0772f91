import { and, eq, or, sql } from 'drizzle-orm'
import { participantAdded, participantRemoved } from '#features/tickets/server/events.ts'
import {
  facetsOf,
  lockVisibleTicket,
  type LockedTicket,
} from '#features/tickets/server/public/ticket-writes.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { mostParticipants, type Participant } from '../contract.ts'
import { canInvite, canRemoveParticipant } from '../policy.ts'
import { findPersonOf, listParticipants, requireParticipant } from './queries.ts'

const ofTicket = (ticketId: string) => eq(ticketParticipants.ticketId, ticketId)

/** @param after ids with access afterwards */
function sightsOf({ locked, ticket }: LockedTicket, after: readonly string[]) {
  return { before: facetsOf(locked, ticket), after: facetsOf(locked, { ...ticket, participantIds: after }) }
}

/** People who have left the client take no room: nobody sees them, so nobody could remove them. */
const hasRoom = async (unit: Work, ticketId: string): Promise<boolean> =>
  (await listParticipants(unit.tx, ticketId)).length < mostParticipants

async function requireRoom(unit: Work, ticketId: string): Promise<void> {
  if (!(await hasRoom(unit, ticketId)))
    throw new AppError(
      'conflict',
      i18n.t('A ticket can have {mostParticipants} participants. Remove one to add another.', {
        mostParticipants,
      }),
    )
}

const readsAlready = (field: string) =>
  invalid(field, i18n.t('This person submitted the ticket and reads it already'))

function announceAdded(unit: Work, by: string | null, found: LockedTicket, id: string, userId?: string) {
  const { participantIds } = found.ticket
  unit.announce(
    participantAdded({
      actorId: by,
      ticketId: found.locked.id,
      subjectId: id,
      data: { userId, ...sightsOf(found, userId ? [...participantIds, userId] : participantIds) },
    }),
  )
}

/**
 * Adds a person of the ticket's client, who then reads it; for one who takes part already it changes nothing.
 * @throws {AppError} `not_found` for an invisible ticket; `forbidden`; `invalid` for anybody but an active person
 * of the client; `conflict` for one too many
 */
export async function addParticipant(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  userId: string,
): Promise<Participant> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  const { ticket } = found
  if (!canInvite(viewer, ticket)) throw forbidden()
  const person = await findPersonOf(unit.tx, ticket.clientId, { id: userId })
  if (!person)
    throw invalid(
      'userId',
      i18n.t('Only active people of {client} can take part in this ticket', { client: ticket.clientName }),
    )
  if (userId === ticket.createdById) throw readsAlready('userId')
  const [known] = await unit.tx
    .select({ id: ticketParticipants.id })
    .from(ticketParticipants)
    .where(and(ofTicket(ticketId), eq(ticketParticipants.userId, userId)))
  if (known) return requireParticipant(unit.tx, ticketId, known.id)
  await requireRoom(unit, ticketId)
  const rows = await unit.tx
    .insert(ticketParticipants)
    .values({ ticketId, userId, addedById: viewer.id, confirmedAt: unit.now, createdAt: unit.now })
    .returning({ id: ticketParticipants.id })
  const { id } = onlyRow(rows)
  announceAdded(unit, viewer.id, found, id, userId)
  return requireParticipant(unit.tx, ticketId, id)
}

/**
 * Notes an address that stood in the copies of a mail. It gives no access and gets no mail until the desk confirms
 * it. An address that is known already, and one too many, change nothing.
 * @param found the ticket, locked in this unit of work
 */
export async function noteAddress(
  unit: Work,
  by: { id: string } | null,
  found: LockedTicket,
  { address, name }: { address: string; name: string | null },
): Promise<void> {
  const ticketId = found.locked.id
  if (!(await hasRoom(unit, ticketId))) return
  const [noted] = await unit.tx
    .insert(ticketParticipants)
    .values({ ticketId, address, name, addedById: by?.id ?? null, createdAt: unit.now })
    .onConflictDoNothing()
    .returning({ id: ticketParticipants.id })
  if (noted) announceAdded(unit, by?.id ?? null, found, noted.id)
}

/**
 * Gives the person behind an address access. Their account must have proved the address.
 * @throws {AppError} `not_found`; `forbidden`; `invalid` where nobody of the client has the address, or the requester
 */
export async function confirmParticipant(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  id: string,
): Promise<Participant> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  const { person, address } = await requireParticipant(unit.tx, ticketId, id)
  if (!canInvite(viewer, found.ticket)) throw forbidden()
  if (person) return requireParticipant(unit.tx, ticketId, id)
  const meant =
    address && (await findPersonOf(unit.tx, found.ticket.clientId, { address: address.toLowerCase() }))
  if (!meant)
    throw invalid(
      'address',
      i18n.t('Nobody of {client} has proved this address', { client: found.ticket.clientName }),
    )
  if (meant.id === found.ticket.createdById) throw readsAlready('address')
  // The person may have been added by name meanwhile.
  await unit.tx
    .delete(ticketParticipants)
    .where(and(ofTicket(ticketId), eq(ticketParticipants.userId, meant.id)))
  await unit.tx
    .update(ticketParticipants)
    .set({ userId: meant.id, confirmedAt: unit.now })
    .where(eq(ticketParticipants.id, id))
  if (!found.ticket.participantIds.includes(meant.id)) announceAdded(unit, viewer.id, found, id, meant.id)
  return requireParticipant(unit.tx, ticketId, id)
}

/** @throws {AppError} `not_found`; `forbidden` for others than the desk, the requester and the person themselves */
export async function removeParticipant(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  id: string,
): Promise<void> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  const { person } = await requireParticipant(unit.tx, ticketId, id)
  if (!canRemoveParticipant(viewer, found.ticket, person?.id ?? null)) throw forbidden()
  await unit.tx.delete(ticketParticipants).where(eq(ticketParticipants.id, id))
  unit.announce(
    participantRemoved({
      actorId: viewer.id,
      ticketId,
      subjectId: id,
      data: {
        userId: person?.id,
        ...sightsOf(
          found,
          found.ticket.participantIds.filter((one) => one !== person?.id),
        ),
      },
    }),
  )
}

export async function forgetPerson(unit: Work, { id, email }: FormerPerson): Promise<void> {
  await unit.tx
    .delete(ticketParticipants)
    .where(
      or(
        eq(ticketParticipants.userId, id),
        sql`lower(${ticketParticipants.address}) = ${email.toLowerCase()}`,
      ),
    )
}
