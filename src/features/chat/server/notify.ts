import { i18n } from '#platform/contract/i18n.ts'
import { canChat } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { subjectsOf, to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { awaits } from '../policy.ts'
import { chatSent } from './events.ts'
import { listMessages } from './queries.ts'

interface About {
  ticket: { assignedToId: string | null }
  who: string
}

export const chatNotices: NotifyRule<Viewer, About, 'ticket_updates'> = {
  facts: { types: [chatSent.type] },
  async prepare(reader, entries) {
    const rows = await listMessages(reader, subjectsOf(entries, chatSent.type))
    const rowById = new Map(rows.map((row) => [row.message.id, row]))
    return (entry, { ticket, who }) => {
      const fact = chatSent.read(entry)
      if (!fact) return undefined
      const row = rowById.get(fact.subjectId ?? '')
      const text = row?.message.message
      return {
        recipients: to('ticket_updates', row?.message.recipientId, ticket.assignedToId),
        mayHear: (viewer) =>
          row !== undefined && canChat(viewer, row.ticket) && awaits(viewer, row.message, row.ticket),
        hasRead: () => row?.message.readAt !== null,
        sentences: () => [{ what: i18n.t('{name} wrote in the chat', { name: who }), ...(text && { text }) }],
        briefly: () => [],
      }
    }
  },
}
