import { listMemberships } from '#features/clients/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { Changes } from '../contract.ts'
import { canAssign, canSee, type Sight } from '../policy.ts'
import { listWholeTickets } from './queries.ts'
import { shapeTicket } from './ticket-rows.ts'

const heard = new Set([
  'ticket.created',
  'ticket.changed',
  'comment.added',
  'attachment.added',
  'attachment.removed',
])

/** The chat tells of its own files. */
const isOfChat = (entry: LogEntry) => typeof entry.data.chatMessageId === 'string'

/** Whom the event assigned the ticket to. */
const assignedBy = (entry: LogEntry) => (entry.data.changes as Changes | undefined)?.assignedToId?.to ?? null

/** Whom a comment calls by name; clients never, even if one of them once was staff. */
const isMentioned = (viewer: Viewer, entry: LogEntry) =>
  !isClient(viewer) && ((entry.data.mentions as string[] | undefined) ?? []).includes(viewer.id)

/** Whether this viewer could see a ticket that was then given to another company. */
const couldSee = (viewer: Viewer, { data }: LogEntry) =>
  data.sight !== undefined && canSee(viewer, data.sight as Sight)

/** Who hears of a ticket: whoever may see it, in their own shape of it; for who may no longer, it is gone. Who hears of an assignment: the assignee and the desk. */
export const ticketLive: LiveRule<Viewer> = {
  async prepare(reader, entries, viewers) {
    const ids = [...new Set(entries.filter((entry) => heard.has(entry.type)).map((entry) => entry.ticketId))]
    const known = ids.filter((id) => id !== null)
    const rows = known.length === 0 ? [] : await listWholeTickets(reader, known)
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const memberships = await listMemberships(
      reader,
      viewers,
      rows.map((row) => row.clientId),
    )

    return (viewer, entry) => {
      const about = entry.ticketId
      if (about === null || (entry.publicPosition === null && isClient(viewer))) return []
      if (entry.type === 'ticket.deleted') {
        const { ticketNumber, ...sight } = entry.data as unknown as { ticketNumber: string } & Sight
        return canSee(viewer, sight)
          ? [{ about, message: { type: 'ticket:deleted', ticketId: about, ticketNumber } }]
          : []
      }
      const row = heard.has(entry.type) && !isOfChat(entry) ? rowById.get(about) : undefined
      if (!row) return []
      if (!canSee(viewer, row))
        return couldSee(viewer, entry)
          ? [{ about, message: { type: 'ticket:deleted', ticketId: about, ticketNumber: row.ticketNumber } }]
          : []
      const ticket = shapeTicket(viewer, row, memberships)
      const assignedUserId = assignedBy(entry)
      const hearsAssignment =
        assignedUserId !== null && !isClient(viewer) && (viewer.id === assignedUserId || canAssign(viewer))
      return [
        { about, message: { type: 'ticket:update', ticket } },
        ...(isMentioned(viewer, entry)
          ? [
              {
                about,
                message: { type: 'comment:mention', ticketId: row.id, ticketNumber: row.ticketNumber },
              },
            ]
          : []),
        ...(hearsAssignment ? [{ about, message: { type: 'ticket:assigned', assignedUserId, ticket } }] : []),
      ]
    }
  },
}
