import type { RefObject } from 'react'
import { AnswerList } from '#features/saved-answers/web/answer-list.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { type CommentedTicket, mentionOf } from '../contract.ts'
import { MentionList } from './mention-list.tsx'
import type { WrittenComment } from './written/use-written-comment.ts'

interface ComposerListsProps {
  comment: WrittenComment
  ticket: CommentedTicket
  viewer: CurrentUser
  textarea: RefObject<HTMLTextAreaElement | null>
}

export const ComposerLists = ({ comment, ticket, viewer, textarea }: ComposerListsProps) => (
  <>
    <AnswerList
      textarea={textarea}
      viewer={viewer}
      values={{
        'requester.firstName': ticket.createdBy.firstName,
        'requester.lastName': ticket.createdBy.lastName,
        'ticket.number': ticket.ticketNumber,
        'ticket.subject': ticket.subject,
        'client.name': ticket.client.name,
        'me.firstName': viewer.firstName,
        'me.lastName': viewer.lastName,
      }}
      onWrite={(content) => comment.write({ content })}
    />
    <MentionList
      ticketId={ticket.id}
      isInternal={comment.isInternal}
      textarea={textarea}
      onPick={(content, person) => comment.mention(content, person.id, mentionOf(person))}
    />
  </>
)
