import { awaits } from '#features/chat/policy.ts'
import { chatSent } from '#features/chat/server/events.ts'
import { listMessages } from '#features/chat/server/queries.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { canChat, canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { listWholeTickets } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/database.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { NotificationType } from '../contract.ts'
import { listCommentTexts, telling } from './queries.ts'

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null)

/** What must be read of events to say whom they concern, and what happened; once for many. */
export async function readAbout(reader: Reader, entries: readonly LogEntry[]) {
  const subjectsOf = (type: string) =>
    present(entries.filter((entry) => entry.type === type).map(({ subjectId }) => subjectId))
  const ticketIds = [...new Set(present(entries.map(({ ticketId }) => ticketId)))]
  const messages = await listMessages(reader, subjectsOf(chatSent.type))
  return {
    tickets: byId(ticketIds.length === 0 ? [] : await listWholeTickets(reader, ticketIds)),
    comments: byId(await listCommentTexts(reader, subjectsOf(commentAdded.type))),
    messages: new Map(messages.map((row) => [row.message.id, row])),
    people: byId(await listPeople(reader, present(entries.map(({ actorId }) => actorId)))),
  }
}

export type About = Awaited<ReturnType<typeof readAbout>>

/** Candidate recipients of an event, before the permission check: only people involved in the ticket. */
export function recipientsOf(
  entry: LogEntry,
  { tickets, messages }: About,
): { userId: string; notificationType: NotificationType }[] {
  const ticket = tickets.get(entry.ticketId ?? '')
  const fact = ticket && telling.read(entry)
  if (!fact) return []
  const to = (notificationType: NotificationType, ...ids: (string | null | undefined)[]) =>
    [...new Set(ids)].filter((id) => typeof id === 'string').map((userId) => ({ userId, notificationType }))
  const { createdById, assignedToId } = ticket
  switch (fact.type) {
    case 'ticket.created':
      return []
    case 'comment.added':
      return to('ticket_updates', createdById, assignedToId, ...(fact.data.mentions ?? []))
    case 'chat.said':
      return to('ticket_updates', messages.get(fact.subjectId ?? '')?.message.recipientId, assignedToId)
    case 'ticket.changed': {
      const { status, assignedToId: assigned } = fact.data.changes
      return [
        ...(status ? to('status_changes', createdById, assignedToId) : []),
        ...to('assignment_notifications', assigned?.to),
      ]
    }
  }
}

/**
 * Whether this viewer may be told of an event now: not what they did themselves, nor what is not theirs to see, nor a chat message that
 * was read.
 */
export function mayHear(viewer: Viewer, entry: LogEntry, { tickets, comments, messages }: About): boolean {
  const ticket = tickets.get(entry.ticketId ?? '')
  if (!ticket || entry.actorId === viewer.id || !canSee(viewer, ticket)) return false
  if (entry.publicPosition === null && !canSeeInternal(viewer)) return false
  if (entry.type === commentAdded.type) {
    const comment = comments.get(entry.subjectId ?? '')
    return comment !== undefined && (!comment.isInternal || canSeeInternal(viewer))
  }
  if (entry.type !== chatSent.type) return true
  const row = messages.get(entry.subjectId ?? '')
  return (
    row !== undefined &&
    row.message.readAt === null &&
    canChat(viewer, row.ticket) &&
    awaits(viewer, row.message, row.ticket)
  )
}

/** What happened, and what was written; undefined for what is not worth a line. */
export interface Sentence {
  what: string
  text?: string
}

/** Says of an event what the viewer is told of it. They may hear of it. */
export function sentencesOf(viewer: Pick<Viewer, 'id'>, entry: LogEntry, about: About): Sentence[] {
  const fact = telling.read(entry)
  if (!fact) return []
  const person = about.people.get(entry.actorId ?? '')
  const who = person ? oneLine(`${person.firstName} ${person.lastName}`) : 'Somebody'
  switch (fact.type) {
    case 'ticket.created':
      return [{ what: `${who} created this ticket` }]
    case 'comment.added': {
      const comment = about.comments.get(fact.subjectId ?? '')
      if (!comment) return []
      const isMentioned = comment.mentions.includes(viewer.id)
      const how = isMentioned ? 'mentioned you in an internal comment' : 'wrote an internal comment'
      return [{ what: `${who} ${comment.isInternal ? how : 'wrote a comment'}`, text: comment.content }]
    }
    case 'chat.said': {
      const text = about.messages.get(fact.subjectId ?? '')?.message.message
      return [{ what: `${who} wrote in the chat`, ...(text && { text }) }]
    }
    case 'ticket.changed': {
      const { status, assignedToId } = fact.data.changes
      return [
        ...(status
          ? [
              {
                what: `${who} changed the status from ${statusWords[status.from]} to ${statusWords[status.to]}`,
              },
            ]
          : []),
        ...(assignedToId?.to === viewer.id ? [{ what: `${who} assigned this ticket to you` }] : []),
      ]
    }
  }
}
