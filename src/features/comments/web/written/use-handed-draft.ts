import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import type { useWritten } from '#platform/web/drafts/use-composer.ts'
import type { Comment, CommentedTicket } from '../../contract.ts'
import { takeDraft } from '../api.ts'
import type { Content } from './comment-draft.ts'

/** Puts a handed draft below the text that is there. */
function withHanded({ id, user }: Comment, draft: string, now: Content): Partial<Content> {
  const written = now.content.trim()
  const content = written === '' || written === draft.trim() ? draft : `${now.content}\n\n${draft}`
  return { content, handedBy: nameOf(user), handedWith: id }
}

/** Comments whose draft this page has taken; the server may not have heard of it. */
const taken = new Set<string>()

interface Options {
  viewerId: string
  ticket: CommentedTicket
  draft: ReturnType<typeof useWritten<Content>>
  /** Comment whose draft the text has already. */
  handedWith: string | undefined
}

/** Takes the newest draft that was handed to the viewer into the text. */
export function useHandedDraft({ viewerId, ticket, draft, handedWith }: Options): void {
  const client = useQueryClient()
  const handedId = ticket.comments.findLast((comment) => comment.handed?.toId === viewerId)?.id
  const takeHanded = useEffectEvent((id: string | undefined) => {
    const handed = ticket.comments.find((comment) => comment.id === id)
    if (!handed?.handed) return
    const { draft: text } = handed.handed
    if (handedWith !== handed.id && !taken.has(handed.id))
      draft.composer.write((now) => withHanded(handed, text, now))
    taken.add(handed.id)
    draft.composer.keep()
    void takeDraft(client, ticket.id, handed.id).catch(() => undefined)
  })
  useEffect(() => takeHanded(handedId), [handedId])
}
