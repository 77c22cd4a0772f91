import { i18n } from '#platform/contract/i18n.ts'
import { canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { listWholeTickets } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { listClientsAmong, listPeople } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { Notice, NotifyRule } from '#platform/server/log/notify-rule.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import type { NotificationType } from '../contract.ts'

export type Ticket = Awaited<ReturnType<typeof listWholeTickets>>[number]

interface About {
  ticket: Ticket
  who: string
}

export type TicketNotifyRule = NotifyRule<Viewer, About, NotificationType>

export interface TicketNotice extends Notice<Viewer, NotificationType> {
  ticket: Ticket
  /** Undefined for the program itself, and for somebody without a name. */
  author: { name: string; isClient: boolean } | undefined
  /** Comment that the event added. */
  commentId: string | null
  /** Only staff may hear of the event. */
  isInternal: boolean
}

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))
const present = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

/** Excludes own acts and tickets that the viewer may not see. */
const mayKnow = (viewer: Viewer, entry: LogEntry, ticket: Ticket): boolean =>
  entry.actorId !== viewer.id &&
  canSee(viewer, ticket) &&
  (entry.publicPosition !== null || canSeeInternal(viewer))

export interface Notices {
  types: readonly string[]
  /**
   * Reads once for a batch. The returned function finds an event's notice; undefined: nobody is notified.
   * @throws {UnreadableFact} the returned function, for an unreadable event
   */
  of(reader: Reader, entries: readonly LogEntry[]): Promise<(entry: LogEntry) => TicketNotice | undefined>
}

/** Combines the rules of the features; checks access to the ticket once for all. */
export const createNotices = (rules: readonly TicketNotifyRule[]): Notices => ({
  types: rules.flatMap(({ facts }) => facts.types),
  async of(reader, entries) {
    const ticketIds = present(entries.map(({ ticketId }) => ticketId))
    const tickets = byId(ticketIds.length === 0 ? [] : await listWholeTickets(reader, ticketIds))
    const actorIds = present(entries.map(({ actorId }) => actorId))
    const people = byId(await listPeople(reader, actorIds))
    const clients = actorIds.length === 0 ? [] : await listClientsAmong(reader, actorIds)
    const prepared: Awaited<ReturnType<TicketNotifyRule['prepare']>>[] = []
    for (const rule of rules) prepared.push(await rule.prepare(reader, entries))

    return (entry) => {
      const ticket = tickets.get(entry.ticketId ?? '')
      if (!ticket) return undefined
      const person = people.get(entry.actorId ?? '')
      const name = person ? nameInMail(`${person.firstName} ${person.lastName}`) : ''
      const who = name || i18n.t('Someone')
      for (const noticeOf of prepared) {
        const notice = noticeOf(entry, { ticket, who })
        if (!notice) continue
        const mayHear = (viewer: Viewer) => mayKnow(viewer, entry, ticket) && notice.mayHear(viewer)
        const author = person && name ? { name, isClient: clients.includes(person.id) } : undefined
        const commentId = commentAdded.read(entry)?.subjectId ?? null
        return { ...notice, mayHear, ticket, author, commentId, isInternal: entry.publicPosition === null }
      }
      return undefined
    }
  },
})
