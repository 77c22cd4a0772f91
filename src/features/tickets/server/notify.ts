import { i18n } from '#platform/contract/i18n.ts'
import { listSubjectsOf } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { statusWords } from '../contract.ts'
import { commentTakenBack, ticketChanged, ticketCreated } from './events.ts'

interface About {
  ticket: { createdById: string; assignedToId: string | null; participantIds: readonly string[] }
  who: string
}

const told = anyOf(ticketCreated, ticketChanged)
const everybody = () => true

/** Finds comments that carried these changes and were undone. */
async function findTakenBack(reader: Reader, entries: readonly LogEntry[]): Promise<Set<string>> {
  const made = entries.flatMap((entry) => ticketChanged.read(entry)?.data.commentId ?? [])
  return new Set(await listSubjectsOf(reader, commentTakenBack.type, made))
}

/** Status changes concern creator and assignee, assignments the new assignee; creation only summaries. */
export const ticketNotices: NotifyRule<Viewer, About, 'status_changes' | 'assignment_notifications'> = {
  facts: told,
  async prepare(reader, entries) {
    const takenBack = await findTakenBack(reader, entries)
    return (entry, { ticket, who }) => {
      const fact = told.read(entry)
      if (!fact) return undefined
      if (fact.type === 'ticket.created')
        return {
          recipients: [],
          mayHear: everybody,
          sentences: () => [{ what: i18n.t('{name} created this ticket', { name: who }) }],
          briefly: () => [],
        }
      const { commentId, changes, isReply } = fact.data
      if (commentId !== undefined && takenBack.has(commentId)) return undefined
      const { status, assignedToId: assigned } = changes
      return {
        act: commentId,
        recipients: [
          ...(status
            ? to('status_changes', ticket.createdById, ticket.assignedToId, ...ticket.participantIds)
            : []),
          ...to('assignment_notifications', assigned?.to),
        ],
        mayHear: everybody,
        sentences: (viewer) => [
          ...(status
            ? [
                {
                  what: isReply
                    ? i18n.t('{name} reopened this ticket by a reply', { name: who })
                    : i18n.t('{name} changed the status from {from} to {to}', {
                        name: who,
                        from: statusWords[status.from],
                        to: statusWords[status.to],
                      }),
                },
              ]
            : []),
          ...(assigned?.to === viewer.id
            ? [{ what: i18n.t('{name} assigned this ticket to you', { name: who }) }]
            : []),
        ],
        briefly(viewer, notificationType) {
          // An assignment undone since is no news.
          if (notificationType === 'assignment_notifications')
            return ticket.assignedToId === viewer.id ? [i18n.t('assigned to you')] : []
          return status ? [i18n.t('status {status}', { status: statusWords[status.to] })] : []
        },
      }
    }
  },
}
