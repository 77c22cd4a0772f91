import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useUploads } from '#features/uploads/web/use-uploads.ts'
import type { Written } from '#platform/web/drafts/composer.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { useComposer, useWritten } from '#platform/web/drafts/use-composer.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { addComment } from './api.ts'

const Content = z.object({
  content: z.string(),
  isInternal: z.boolean(),
  /** Whoever was chosen from the list of names. */
  mentioned: z.array(z.object({ id: z.string(), as: z.string() })).default([]),
})
type Content = z.infer<typeof Content>

const empty: Content = { content: '', isInternal: false, mentioned: [] }
const isSame = (one: Content, other: Content) => one.content.trim() === other.content.trim()

function toBody({ content, isInternal, mentioned }: Written<Content>, attachmentIds: string[]) {
  // A name that was taken out again, or stands in what clients read, calls nobody.
  const called = isInternal ? mentioned.filter(({ as }) => content.includes(as)) : []
  const mentions = [...new Set(called.map(({ id }) => id))]
  return { content: content.trim(), isInternal, mentions, attachmentIds }
}

/** The comment somebody is writing on one ticket, kept until the server has it. */
export function useWrittenComment(viewerId: string, ticketId: string) {
  const key = draftKey(viewerId, 'comment', ticketId)
  const kept = useWritten({ key, schema: Content, empty, isSame })
  const composer = useComposer({ written: kept, uploads: useUploads(kept.files) })
  const { written, isWritten } = composer
  const adding = useMutation(addComment(useQueryClient()))

  /** @returns whether the server has it; on failure the text stays. */
  async function submit(): Promise<boolean> {
    const taken = isWritten ? composer.take(toBody) : undefined
    if (!taken) return false
    try {
      await composer.deliver(taken, ({ body, key }) =>
        adding.mutateAsync({ ticketId, ...body, idempotencyKey: key }),
      )
    } catch {
      toastFailure('Failed to add comment.')
      return false
    }
    toastSuccess('Comment added successfully.')
    return true
  }

  /** Takes over the text into which somebody's name was put. */
  function mention(content: string, id: string, as: string): void {
    composer.write({ content, mentioned: [...written.mentioned, { id, as }] })
  }

  return {
    ticketId,
    ...written,
    ...composer,
    isUnsent: isWritten,
    hasFailed: composer.hasFailed && isWritten,
    mention,
    submit,
  }
}

export type WrittenComment = ReturnType<typeof useWrittenComment>
