import { awaits } from '#features/chat/policy.ts'
import { listMessages } from '#features/chat/server/queries.ts'
import { statusWords, type Changes, type Status } from '#features/tickets/contract.ts'
import { canChat, canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { listWholeTickets } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listPeople } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { NotificationType } from '../contract.ts'
import { listCommentTexts } from './queries.ts'

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null)

/** What must be read of events to say whom they concern, and what happened; once for many. */
export async function readAbout(reader: Reader, entries: readonly LogEntry[]) {
  const subjectsOf = (type: string) =>
    present(entries.filter((entry) => entry.type === type).map(({ subjectId }) => subjectId))
  const ticketIds = [...new Set(present(entries.map(({ ticketId }) => ticketId)))]
  const messages = await listMessages(reader, subjectsOf('chat.said'))
  return {
    tickets: byId(ticketIds.length === 0 ? [] : await listWholeTickets(reader, ticketIds)),
    comments: byId(await listCommentTexts(reader, subjectsOf('comment.added'))),
    messages: new Map(messages.map((row) => [row.message.id, row])),
    people: byId(await listPeople(reader, present(entries.map(({ actorId }) => actorId)))),
  }
}

export type About = Awaited<ReturnType<typeof readAbout>>

export const changesOf = ({ data }: LogEntry) => (data.changes ?? {}) as Changes

/** Whom an event is for, if they may hear of it: sparingly, those who have something to do with the ticket. */
export function addresseesOf(
  entry: LogEntry,
  { tickets, messages }: About,
): { userId: string; notificationType: NotificationType }[] {
  const ticket = tickets.get(entry.ticketId ?? '')
  if (!ticket) return []
  const to = (notificationType: NotificationType, ...ids: (string | null | undefined)[]) =>
    [...new Set(ids)].filter((id) => typeof id === 'string').map((userId) => ({ userId, notificationType }))
  const { createdById, assignedToId } = ticket
  switch (entry.type) {
    case 'comment.added':
      return to('ticket_updates', createdById, assignedToId, ...((entry.data.mentions ?? []) as string[]))
    case 'chat.said':
      return to('ticket_updates', messages.get(entry.subjectId ?? '')?.message.recipientId, assignedToId)
    case 'ticket.changed':
      return [
        ...(changesOf(entry).status ? to('status_changes', createdById, assignedToId) : []),
        ...to('assignment_notifications', changesOf(entry).assignedToId?.to),
      ]
    default:
      return []
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
  if (entry.type === 'comment.added') {
    const comment = comments.get(entry.subjectId ?? '')
    return comment !== undefined && (!comment.isInternal || canSeeInternal(viewer))
  }
  if (entry.type !== 'chat.said') return true
  const row = messages.get(entry.subjectId ?? '')
  return (
    row !== undefined &&
    row.message.readAt === null &&
    canChat(viewer, row.ticket) &&
    awaits(viewer, row.message, row.ticket)
  )
}

/** What happened, and what was written; undefined for what is not worth a line. */
export interface Fact {
  what: string
  text?: string
}

const wordOf = (status: string | null) => statusWords[status as Status]

/** Says of an event what the viewer is told of it. They may hear of it. */
export function factsOf(viewer: Pick<Viewer, 'id'>, entry: LogEntry, about: About): Fact[] {
  const person = about.people.get(entry.actorId ?? '')
  const who = person ? oneLine(`${person.firstName} ${person.lastName}`) : 'Somebody'
  switch (entry.type) {
    case 'ticket.created':
      return [{ what: `${who} created this ticket` }]
    case 'comment.added': {
      const comment = about.comments.get(entry.subjectId ?? '')
      if (!comment) return []
      const isMentioned = comment.mentions.includes(viewer.id)
      const how = isMentioned ? 'mentioned you in an internal comment' : 'wrote an internal comment'
      return [{ what: `${who} ${comment.isInternal ? how : 'wrote a comment'}`, text: comment.content }]
    }
    case 'chat.said': {
      const text = about.messages.get(entry.subjectId ?? '')?.message.message
      return [{ what: `${who} wrote in the chat`, ...(text && { text }) }]
    }
    default: {
      const { status, assignedToId } = changesOf(entry)
      return [
        ...(status
          ? [{ what: `${who} changed the status from ${wordOf(status.from)} to ${wordOf(status.to)}` }]
          : []),
        ...(assignedToId?.to === viewer.id ? [{ what: `${who} assigned this ticket to you` }] : []),
      ]
    }
  }
}
