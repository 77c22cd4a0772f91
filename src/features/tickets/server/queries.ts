import { count, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { listNamesOf } from '#features/clients/server/queries.ts'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { anyOf, readAll } from '#platform/server/log/fact.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { tickets } from '#tables/tickets.ts'
import {
  attachmentAdded,
  attachmentRemoved,
  commentAdded,
  commentDeleted,
  commentEdited,
  commentRestored,
  commentTakenBack,
  labelPutOn,
  labelTakenOff,
  participantAdded,
  participantRemoved,
  ticketChanged,
  ticketCreated,
  ticketDeleted,
  ticketImported,
  ticketMailNoted,
  ticketRestored,
  type Changes,
} from './events.ts'
import type { HistoryEntry } from '../contract.ts'
import { canSee, canSeeInternal } from '../policy.ts'
import { selectWholeTickets, type WholeRow } from './public/ticket-rows.ts'

/** Ignores rights; for `requireVisible`, and callers that serve several viewers. */
export const listWholeTickets = (reader: Reader, ids: readonly string[]): Promise<WholeRow[]> =>
  wholeByIds(reader, { ids })

const wholeByIds = prepared<{ ids: readonly string[] }, WholeRow[]>('whole_tickets', (reader) =>
  selectWholeTickets(reader).where(sql`${tickets.id} = any(${sql.placeholder('ids')})`),
)

const wholeById = prepared<{ id: string }, WholeRow[]>('whole_ticket', (reader) =>
  selectWholeTickets(reader).where(eq(tickets.id, sql.placeholder('id'))),
)
const wholeByNumber = prepared<{ number: string }, WholeRow[]>('whole_ticket_by_number', (reader) =>
  selectWholeTickets(reader).where(eq(tickets.ticketNumber, sql.placeholder('number'))),
)

/** Ignores rights. */
export async function findWholeTicket(reader: Reader, id: string): Promise<WholeRow | undefined> {
  const [row] = await wholeById(reader, { id })
  return row
}

/** Ignores rights. @throws {AppError} `not_found` */
export async function requireWholeTicket(reader: Reader, id: string): Promise<WholeRow> {
  const ticket = await findWholeTicket(reader, id)
  if (!ticket) throw notFound()
  return ticket
}

const isNumber = (id: string) => /^TKT-/i.test(id)

/** @param id id or number @throws {AppError} `not_found`, also for a hidden ticket */
export async function requireVisible(reader: Reader, viewer: Viewer, id: string): Promise<WholeRow> {
  const [row] = isNumber(id)
    ? await wholeByNumber(reader, { number: id.toUpperCase() })
    : await wholeById(reader, { id })
  if (!row || !canSee(viewer, row)) throw notFound()
  return row
}

/** Makes the guard of routes about one ticket. @throws {AppError} as `requireVisible` */
export const visibleIn =
  (reader: Reader) =>
  (viewer: Viewer, { id }: { id: string }): Promise<WholeRow> =>
    requireVisible(reader, viewer, id)

/** Resolves an id or number. @throws {AppError} `not_found` for an unknown or hidden number */
export const findTicketId = async (reader: Reader, viewer: Viewer, id: string): Promise<string> =>
  isNumber(id) ? (await requireVisible(reader, viewer, id)).id : id.toLowerCase()

const history = anyOf(
  ticketCreated,
  ticketImported,
  ticketChanged,
  ticketDeleted,
  ticketRestored,
  commentAdded,
  commentDeleted,
  commentEdited,
  commentRestored,
  commentTakenBack,
  attachmentAdded,
  attachmentRemoved,
  ticketMailNoted,
  participantAdded,
  participantRemoved,
  labelPutOn,
  labelTakenOff,
)
type HistoryFact = NonNullable<ReturnType<typeof history.read>>

const what: Record<HistoryFact['type'], HistoryEntry['what']> = {
  'ticket.created': 'created',
  'ticket.imported': 'imported',
  'ticket.changed': 'changed',
  'ticket.deleted': 'deleted',
  'ticket.restored': 'restored',
  'comment.added': 'commented',
  'comment.deleted': 'comment-deleted',
  'comment.edited': 'comment-edited',
  'comment.restored': 'comment-restored',
  'comment.taken_back': 'comment-taken-back',
  'attachment.added': 'attached',
  'attachment.removed': 'removed',
  'ticket.mail_noted': 'mail',
  'participant.added': 'participant-added',
  'participant.removed': 'participant-removed',
  'ticket.labelled': 'label-added',
  'ticket.unlabelled': 'label-removed',
}

const changesOf = (fact: HistoryFact): Changes => (fact.type === 'ticket.changed' ? fact.data.changes : {})
const isReply = (fact: HistoryFact) => fact.type === 'ticket.changed' && fact.data.isReply
const requesterOf = (fact: HistoryFact) =>
  fact.type === 'ticket.created' ? fact.data.onBehalfOfId : undefined
/** Descriptions are too long for the history, and texts are gone with a deleted ticket. */
const editsOf = (fact: HistoryFact): HistoryEntry['changes'] =>
  fact.type === 'ticket.changed'
    ? (fact.data.edited ?? []).map((field) => ({
        field,
        from: null,
        to: null,
        ...(field !== 'description' && fact.data.texts?.[field]),
      }))
    : []
const participantOf = (fact: HistoryFact) =>
  fact.type === 'participant.added' || fact.type === 'participant.removed' ? fact.data.userId : undefined
const labelOf = (fact: HistoryFact) =>
  fact.type === 'ticket.labelled' || fact.type === 'ticket.unlabelled' ? fact.data.label : undefined
const filesOf = (fact: HistoryFact): string[] => ('files' in fact.data && fact.data.files) || []
/** The chat is a history of its own. */
const isOfChat = (fact: HistoryFact) =>
  fact.type === 'attachment.removed' && typeof fact.data.chatMessageId === 'string'

/** Hides from clients an undone comment and its changes. */
function knownTo(viewer: Viewer, facts: readonly HistoryFact[]): HistoryFact[] {
  const shown = facts.filter((fact) => !isOfChat(fact))
  if (canSeeInternal(viewer)) return shown
  // Includes internal ones, whose removal is not public.
  const gone = new Set(
    shown.filter(({ type }) => type === commentTakenBack.type).map(({ subjectId }) => subjectId),
  )
  const isGone = (id: string | null | undefined) => typeof id === 'string' && gone.has(id)
  return shown.filter(
    (fact) =>
      fact.publicPosition !== null &&
      !isGone(fact.subjectId) &&
      !(fact.type === 'ticket.changed' && isGone(fact.data.commentId)),
  )
}

/** Clients get the ticket's company and their own only. */
async function nameCompanies(
  reader: Reader,
  viewer: Viewer,
  presentId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const asked = ids.filter((id) => id !== null)
  const known = asked.filter((id) => isStaff(viewer) || id === presentId || viewer.clientIds.includes(id))
  const named = await listNamesOf(reader, known)
  return new Map(named.map(({ id, name }) => [id, name]))
}

/** Finds what stands behind the lines of mails, by the ids of the mails. */
async function describeMails(
  reader: Reader,
  facts: readonly HistoryFact[],
): Promise<(fact: HistoryFact) => HistoryEntry['mail']> {
  const ids = facts.flatMap(({ type, subjectId }) =>
    type === ticketMailNoted.type && subjectId !== null ? [subjectId] : [],
  )
  const { id, senderAddress, heldUnderId } = inboundMails
  const mails =
    ids.length === 0
      ? []
      : await reader.select({ id, from: senderAddress }).from(inboundMails).where(inArray(id, ids))
  const held =
    ids.length === 0
      ? []
      : await reader
          .select({ id: heldUnderId, count: count() })
          .from(inboundMails)
          .where(inArray(heldUnderId, ids))
          .groupBy(heldUnderId)
  return (fact) => {
    if (fact.type !== 'ticket.mail_noted' || fact.subjectId === null) return undefined
    const { mailKind: kind, until = null } = fact.data
    const from = mails.find((mail) => mail.id === fact.subjectId)?.from ?? null
    const counted = held.find((mail) => mail.id === fact.subjectId)?.count
    return { id: fact.subjectId, kind, from, until, count: counted ?? 1 }
  }
}

/** Oldest first. */
export async function listHistory(
  reader: Reader,
  viewer: Viewer,
  id: string,
  log: FastifyBaseLogger,
): Promise<HistoryEntry[]> {
  const row = await requireVisible(reader, viewer, id)
  const entries = await listTicketEntries(reader, row.id, history.types)
  const facts = readAll(history, entries, log)
  const people = await listPeople(
    reader,
    facts.flatMap((fact) => {
      const { assignedToId: moved, createdById: asked } = changesOf(fact)
      return [
        fact.actorId,
        requesterOf(fact),
        participantOf(fact),
        moved?.from,
        moved?.to,
        asked?.from,
        asked?.to,
      ].filter((person) => typeof person === 'string')
    }),
  )
  const person = new Map(people.map((one) => [one.id, one]))
  const nameOf = (userId: string | null) => {
    const one = userId === null ? undefined : person.get(userId)
    return one ? `${one.firstName} ${one.lastName}` : null
  }
  const moves = facts.flatMap((fact) => changesOf(fact).clientId ?? [])
  const companies = await nameCompanies(
    reader,
    viewer,
    row.clientId,
    moves.flatMap(({ from, to }) => [from, to]),
  )
  const companyOf = (clientId: string | null) => (clientId !== null && companies.get(clientId)) || null
  const mailOf = await describeMails(reader, facts)
  return knownTo(viewer, facts).map((fact) => {
    const { status, priority, assignedToId, clientId, turn, category, createdById } = changesOf(fact)
    return {
      // The position would reveal to clients the number of hidden events.
      id: String(canSeeInternal(viewer) ? fact.position : fact.publicPosition),
      at: fact.at.toISOString(),
      by: (fact.actorId !== null && person.get(fact.actorId)) || null,
      what: what[fact.type],
      onBehalfOf: person.get(requesterOf(fact) ?? ''),
      participant: person.get(participantOf(fact) ?? ''),
      label: labelOf(fact),
      changes: [
        ...(status ? [{ field: 'status' as const, ...status, isReply: isReply(fact) }] : []),
        ...(priority ? [{ field: 'priority' as const, ...priority }] : []),
        ...(assignedToId
          ? [
              {
                field: 'assignedTo' as const,
                from: nameOf(assignedToId.from),
                to: nameOf(assignedToId.to),
                isSelf: assignedToId.to !== null && assignedToId.to === fact.actorId,
              },
            ]
          : []),
        ...(clientId
          ? [{ field: 'client' as const, from: companyOf(clientId.from), to: companyOf(clientId.to) }]
          : []),
        ...(turn ? [{ field: 'turn' as const, ...turn }] : []),
        ...(category ? [{ field: 'category' as const, ...category }] : []),
        ...(createdById
          ? [{ field: 'requester' as const, from: nameOf(createdById.from), to: nameOf(createdById.to) }]
          : []),
        ...editsOf(fact),
      ],
      files: filesOf(fact),
      isInternal: fact.publicPosition === null,
      mail: mailOf(fact),
    }
  })
}

export async function findTicketByNumber(reader: Reader, ticketNumber: string): Promise<string | undefined> {
  const [row] = await reader
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.ticketNumber, ticketNumber))
  return row?.id
}

/** 0: none. */
export async function findLastNumber(reader: Reader): Promise<number> {
  const { rows } = await reader.execute<{ last: string }>(
    sql`select case when is_called then last_value else 0 end as last from ticket_numbers`,
  )
  return Number(rows[0]?.last)
}
