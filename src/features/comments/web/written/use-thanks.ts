import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { randomKey } from '#platform/web/drafts/once-key.ts'
import type { Comment, CommentedTicket } from '../../contract.ts'
import { addComment } from '../api.ts'

interface Options {
  onAdded(comment: Comment): void
  onFailure(error: unknown): void
}

/** Says by a button that a resolved ticket works, which leaves it resolved; the written text stays. */
export function useThanks(ticket: CommentedTicket, { onAdded, onFailure }: Options) {
  const adding = useMutation(addComment(useQueryClient()))
  const said = useRef(new Set<string>())
  /** The same for each attempt. */
  const key = useRef(randomKey())

  async function thank(): Promise<void> {
    const content = i18n.t('It works, thank you.')
    const body = { content, isInternal: false, mentions: [], attachmentIds: [], isThanks: true }
    try {
      const added = await adding.mutateAsync({ ticket, ...body, idempotencyKey: key.current })
      key.current = randomKey()
      said.current.add(added.id)
      onAdded(added)
    } catch (error) {
      onFailure(error)
    }
  }
  return { thank, isThanking: adding.isPending, isThanks: ({ id }: Comment) => said.current.has(id) }
}
