import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { statusWords } from '../contract.ts'
import { ticketChanged, ticketCreated } from './events.ts'

interface About {
  ticket: { createdById: string; assignedToId: string | null }
  /** The name of who did it. */
  who: string
}

const told = anyOf(ticketCreated, ticketChanged)
const everybody = () => true

/** A change of status concerns creator and assignee, an assignment the new assignee. That a ticket was created is told in summaries only. */
export const ticketNotices: NotifyRule<Viewer, About, 'status_changes' | 'assignment_notifications'> = {
  facts: told,
  prepare:
    async () =>
    (entry, { ticket, who }) => {
      const fact = told.read(entry)
      if (!fact) return undefined
      if (fact.type === 'ticket.created')
        return {
          recipients: [],
          mayHear: everybody,
          sentences: () => [{ what: i18n.t('{name} created this ticket', { name: who }) }],
          briefly: () => [],
        }
      const { status, assignedToId: assigned } = fact.data.changes
      return {
        recipients: [
          ...(status ? to('status_changes', ticket.createdById, ticket.assignedToId) : []),
          ...to('assignment_notifications', assigned?.to),
        ],
        mayHear: everybody,
        sentences: (viewer) => [
          ...(status
            ? [
                {
                  what: i18n.t('{name} changed the status from {from} to {to}', {
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
          // An assignment that was taken back in the meantime is no news.
          if (notificationType === 'assignment_notifications')
            return ticket.assignedToId === viewer.id ? [i18n.t('assigned to you')] : []
          return status ? [i18n.t('status {status}', { status: statusWords[status.to] })] : []
        },
      }
    },
}
