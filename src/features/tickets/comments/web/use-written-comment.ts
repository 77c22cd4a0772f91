import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { KeptFile, useUploads, whyWait } from '#features/uploads/web/use-uploads.ts'
import { draftKey } from '#platform/web/drafts/draft.ts'
import { createOnceKey } from '#platform/web/drafts/once-key.ts'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { addComment } from './api.ts'

const Written = z.object({
  content: z.string(),
  isInternal: z.boolean(),
  /** Whoever was chosen from the list of names. */
  mentioned: z.array(z.object({ id: z.string(), as: z.string() })).default([]),
  files: z.array(KeptFile).default([]),
})
type Written = z.infer<typeof Written>

const nothing: Written = { content: '', isInternal: false, mentioned: [], files: [] }
const isEmpty = ({ content }: Pick<Written, 'content'>) => content.trim() === ''
const isWorthKeeping = (written: Written) => !isEmpty(written) || written.files.length > 0

/** The comment somebody is writing on one ticket, kept until the server has it. */
export function useWrittenComment(viewerId: string, ticketId: string) {
  const draft = useDraft(draftKey(viewerId, 'comment', ticketId), Written)
  const [written, setWritten] = useState(draft.restored ?? nothing)
  const latest = useRef(written)
  const [isRestored, setRestored] = useState(draft.restored !== undefined)
  const [once] = useState(createOnceKey)
  const adding = useMutation(addComment(useQueryClient()))
  const uploads = useUploads({
    restored: draft.restored?.files ?? [],
    onKept: (files) => write({ files }),
  })
  const [wasTooEarly, setTooEarly] = useState(false)
  const fileError = wasTooEarly ? whyWait(uploads) : undefined

  function show(next: Written): void {
    latest.current = next
    setWritten(next)
  }

  function write(change: Partial<Written>): void {
    const next = { ...latest.current, ...change }
    show(next)
    if (adding.isError) adding.reset()
    draft.save(isWorthKeeping(next) ? next : undefined)
  }

  function discard(): void {
    uploads.discard()
    show(nothing)
    setRestored(false)
    draft.saveNow(undefined)
  }

  /** @returns whether the server has it; on failure the text stays. */
  async function submit(): Promise<boolean> {
    const content = written.content.trim()
    if (content === '' || adding.isPending) return false
    const isTooEarly = whyWait(uploads) !== undefined
    setTooEarly(isTooEarly)
    if (isTooEarly) return false
    const { isInternal, mentioned } = written
    // A name that was taken out again, or stands in what clients read, calls nobody.
    const mentions = isInternal ? mentioned.filter(({ as }) => content.includes(as)).map(({ id }) => id) : []
    const input = {
      ticketId,
      content,
      isInternal,
      mentions: [...new Set(mentions)],
      attachmentIds: uploads.ids,
    }
    try {
      await adding.mutateAsync({ ...input, idempotencyKey: once.keyFor(input) })
    } catch {
      draft.saveNow(written)
      toastFailure('Failed to add comment.')
      return false
    }
    once.renew()
    setRestored(false)
    uploads.clear()
    // What was typed while this one was on its way is the next one, and so is its draft.
    if (latest.current.content === written.content) {
      show(nothing)
      draft.saveNow(undefined)
    }
    toastSuccess('Comment added successfully.')
    return true
  }

  /** Takes over the text into which somebody's name was put. */
  function mention(content: string, id: string, as: string): void {
    write({ content, mentioned: [...written.mentioned, { id, as }] })
  }

  return {
    ticketId,
    ...written,
    isRestored,
    isUnsent: !isEmpty(written),
    isSending: adding.isPending,
    hasFailed: adding.isError && !isEmpty(written),
    uploads,
    fileError,
    write,
    mention,
    discard,
    submit,
  }
}

export type WrittenComment = ReturnType<typeof useWrittenComment>
