import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { subjectsOf, to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { listCommentTexts } from './queries.ts'
import { listReads } from './unread.ts'

interface About {
  ticket: { createdById: string; assignedToId: string | null; participantIds: readonly string[] }
  who: string
}

function whatWasDone(
  name: string,
  comment: { isInternal: boolean; mentions: readonly string[] },
  readerId: string,
) {
  if (!comment.isInternal) return i18n.t('{name} wrote a comment', { name })
  return comment.mentions.includes(readerId)
    ? i18n.t('{name} mentioned you in an internal comment', { name })
    : i18n.t('{name} wrote an internal comment', { name })
}

export const commentNotices: NotifyRule<Viewer, About, 'ticket_updates'> = {
  facts: { types: [commentAdded.type] },
  async prepare(reader, entries) {
    const ids = subjectsOf(entries, commentAdded.type)
    const written = await listCommentTexts(reader, ids)
    const hasRead = await listReads(reader, ids)
    const commentById = new Map(written.map((comment) => [comment.id, comment]))
    return (entry, { ticket, who }) => {
      const fact = commentAdded.read(entry)
      if (!fact) return undefined
      const comment = commentById.get(fact.subjectId ?? '')
      return {
        act: fact.subjectId,
        recipients: to(
          'ticket_updates',
          ticket.createdById,
          ticket.assignedToId,
          ...ticket.participantIds,
          ...(fact.data.mentions ?? []),
        ).filter(({ userId }) => fact.data.reachedIds?.includes(userId) !== true),
        mayHear: (viewer) => comment !== undefined && (!comment.isInternal || canSeeInternal(viewer)),
        hasRead: ({ id }) => comment !== undefined && hasRead(id, comment.id),
        sentences({ id }) {
          if (!comment) return []
          return [{ what: whatWasDone(who, comment, id), text: comment.content, isMarkdown: true }]
        },
        briefly: () => [],
      }
    }
  },
}
