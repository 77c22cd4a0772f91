import { or, sql } from 'drizzle-orm'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { isDone } from '#features/tickets/server/public/turn.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { listWholeTickets } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { ticketLinks } from '#tables/ticket-links.ts'
import type { RelatedTicket, TicketDetail } from '../contract.ts'

export type Links = Pick<TicketDetail, 'continues' | 'continuedBy'>
export type Link = typeof ticketLinks.$inferSelect

const ofTickets = prepared<{ ids: readonly string[] }, Link[]>('ticket_links', (reader) =>
  reader
    .select()
    .from(ticketLinks)
    .where(
      or(
        sql`${ticketLinks.ticketId} = any(${sql.placeholder('ids')})`,
        sql`${ticketLinks.earlierId} = any(${sql.placeholder('ids')})`,
      ),
    ),
)
/** Ignores rights. */
export const listLinks = (reader: Reader, ids: readonly string[]): Promise<Link[]> =>
  ofTickets(reader, { ids })

const shape = ({ id, ticketNumber, subject }: WholeRow): RelatedTicket => ({ id, ticketNumber, subject })

/** Makes the links of a ticket to known ones. @param links as of `listLinks` */
export async function findLinked(
  reader: Reader,
  isKnown: (row: WholeRow) => boolean,
  links: readonly Link[],
): Promise<(id: string) => Links> {
  const ids = [...new Set(links.flatMap(({ ticketId, earlierId }) => [ticketId, earlierId]))]
  const rows = ids.length === 0 ? [] : await listWholeTickets(reader, ids)
  const known = rows.filter(isKnown).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return (id) => {
    const earlierId = links.find(({ ticketId }) => ticketId === id)?.earlierId
    const later = new Set(links.filter((link) => link.earlierId === id).map(({ ticketId }) => ticketId))
    const earlier = known.find((row) => row.id === earlierId)
    return {
      continues: earlier ? shape(earlier) : null,
      continuedBy: known.filter((row) => later.has(row.id)).map(shape),
    }
  }
}

/** Locks the ticket, too. @throws {AppError} `not_found` for an invisible ticket; `conflict` for an unfinished one */
export async function requireContinuable(unit: Work, viewer: Viewer, earlierId: string): Promise<WholeRow> {
  const { ticket } = await lockVisibleTicket(unit, viewer, earlierId)
  if (!isDone(ticket.status))
    throw new AppError(
      'conflict',
      i18n.t('This ticket is not closed any more. Add your text as a comment instead.'),
    )
  return ticket
}

export const insertLink = (unit: Work, link: Link) => unit.tx.insert(ticketLinks).values(link)
