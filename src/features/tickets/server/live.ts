import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { shareMessages, type LiveRule } from '#platform/server/log/live-rule.ts'
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
  ticketMailNoted,
  ticketRestored,
  ticketTurned,
} from './events.ts'
import { canAssign, canSee } from '../policy.ts'
import { listWholeTickets } from './queries.ts'
import { audienceOf, shapeTicketFor } from './public/ticket-rows.ts'
import { visibilityOf } from './public/visible-to.ts'

const heard = anyOf(
  ticketCreated,
  ticketChanged,
  ticketTurned,
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
type Heard = NonNullable<ReturnType<typeof heard.read>>

/** The chat announces its own files. */
const isOfChat = (fact: Heard) =>
  fact.type === 'attachment.removed' && typeof fact.data.chatMessageId === 'string'

const assignedBy = (fact: Heard) =>
  fact.type === 'ticket.changed' ? (fact.data.changes.assignedToId?.to ?? null) : null

const mentionsOf = (fact: Heard): readonly string[] =>
  (fact.type === 'comment.added' && fact.data.mentions) || []

/** Excludes clients, even former staff. */
const isMentioned = (viewer: Viewer, fact: Heard) => !isClient(viewer) && mentionsOf(fact).includes(viewer.id)

/** Checks visibility before a move to another company, or a participant's removal. */
function couldSee(viewer: Viewer, fact: Heard): boolean {
  const sight =
    fact.type === 'ticket.changed'
      ? fact.data.sight
      : fact.type === 'participant.removed'
        ? fact.data.before
        : undefined
  return sight !== undefined && canSee(viewer, visibilityOf(sight))
}

/**
 * Sends the ticket to its viewers, shaped for their role; others learn of its removal. Assignments go to the
 * assignee and the desk.
 */
export const ticketLive: LiveRule<Viewer> = {
  async prepare(reader, entries) {
    const facts = entries.map(heard.read).filter((fact) => fact !== undefined)
    const shown = facts.filter(({ type }) => type !== 'ticket.deleted')
    const known = [...new Set(shown.map(({ ticketId }) => ticketId))].filter((id) => id !== null)
    const rows = known.length === 0 ? [] : await listWholeTickets(reader, known)
    const named = facts.filter((fact) => fact.type === 'ticket.deleted' || mentionsOf(fact).length > 0)
    const people = await listPeople(
      reader,
      named.map(({ actorId }) => actorId).filter((id) => id !== null),
    )
    const authorOf = ({ actorId }: Heard) => people.find(({ id }) => id === actorId) ?? null
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const shared = shareMessages()
    const isGone = (ticketId: string, ticketNumber: string, deletion?: Heard) =>
      shared(`gone ${ticketId}`, () => ({
        type: 'ticket:deleted',
        ticketId,
        ticketNumber,
        ...(deletion && {
          by: authorOf(deletion),
          at: deletion.at.toISOString(),
        }),
      }))

    return (viewer, entry) => {
      const fact = heard.read(entry)
      const about = entry.ticketId
      if (!fact || about === null || (entry.publicPosition === null && isClient(viewer))) return []
      if (fact.type === 'ticket.deleted') {
        const { ticketNumber } = fact.data
        return canSee(viewer, visibilityOf(fact.data))
          ? [{ about, message: isGone(about, ticketNumber, fact) }]
          : []
      }
      const row = isOfChat(fact) ? undefined : rowById.get(about)
      if (!row) return []
      if (!canSee(viewer, row))
        return couldSee(viewer, fact) ? [{ about, message: isGone(about, row.ticketNumber) }] : []
      const audience = audienceOf(viewer, row)
      const updated = shared(`update ${audience} ${about}`, () => ({
        type: 'ticket:update',
        ticket: shapeTicketFor(audience, row),
      }))
      const assignedUserId = assignedBy(fact)
      const hearsAssignment =
        assignedUserId !== null && !isClient(viewer) && (viewer.id === assignedUserId || canAssign(viewer))
      return [
        { about, message: updated },
        ...(isMentioned(viewer, fact)
          ? [
              {
                about,
                message: shared(`mention ${entry.position}`, () => ({
                  type: 'comment:mention',
                  ticketId: row.id,
                  ticketNumber: row.ticketNumber,
                  by: authorOf(fact),
                })),
              },
            ]
          : []),
        ...(hearsAssignment
          ? [
              {
                about,
                message: shared(`assigned ${assignedUserId} ${about}`, () => ({
                  type: 'ticket:assigned',
                  assignedUserId,
                  ticket: shapeTicketFor(audience, row),
                })),
              },
            ]
          : []),
      ]
    }
  },
}
