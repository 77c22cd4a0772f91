import { participantAdded } from '#features/tickets/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { to, type NotifyRule } from '#platform/server/log/notify-rule.ts'

interface About {
  ticket: { participantIds: readonly string[] }
  who: string
}

/** Tells the added person, unless they have been removed since. */
export const participantNotices: NotifyRule<Viewer, About, 'ticket_updates'> = {
  facts: { types: [participantAdded.type] },
  prepare:
    async () =>
    (entry, { ticket, who }) => {
      const fact = participantAdded.read(entry)
      if (!fact) return undefined
      const { userId } = fact.data
      return {
        recipients: to('ticket_updates', userId),
        mayHear: ({ id }) => id === userId && ticket.participantIds.includes(id),
        sentences: () => [{ what: i18n.t('{name} added you to this ticket', { name: who }) }],
        briefly: () => [],
      }
    },
}
