import type { Viewer } from '#features/users/contract.ts'
import { subjectsOf, to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { canSeeInternal } from '../../policy.ts'
import { commentAdded } from '../../server/events.ts'
import { listCommentTexts } from './queries.ts'

interface About {
  ticket: { createdById: string; assignedToId: string | null }
  /** The name of who wrote it. */
  who: string
}

/** A comment concerns creator, assignee and those it mentions, as far as they may read it. */
export const commentNotices: NotifyRule<Viewer, About, 'ticket_updates'> = {
  facts: { types: [commentAdded.type] },
  async prepare(reader, entries) {
    const written = await listCommentTexts(reader, subjectsOf(entries, commentAdded.type))
    const commentById = new Map(written.map((comment) => [comment.id, comment]))
    return (entry, { ticket, who }) => {
      const fact = commentAdded.read(entry)
      if (!fact) return undefined
      const comment = commentById.get(fact.subjectId ?? '')
      return {
        recipients: to(
          'ticket_updates',
          ticket.createdById,
          ticket.assignedToId,
          ...(fact.data.mentions ?? []),
        ),
        mayHear: (viewer) => comment !== undefined && (!comment.isInternal || canSeeInternal(viewer)),
        sentences({ id }) {
          if (!comment) return []
          const internally = comment.mentions.includes(id)
            ? 'mentioned you in an internal comment'
            : 'wrote an internal comment'
          return [
            { what: `${who} ${comment.isInternal ? internally : 'wrote a comment'}`, text: comment.content },
          ]
        },
        briefly: () => [],
      }
    }
  },
}
