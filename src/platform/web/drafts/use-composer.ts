import { useState } from 'react'
import { z } from 'zod'
import { createComposer, DraftFile, Tried, type Composer, type Submission, type ToBody } from './composer.ts'
import { useDraft } from './use-draft.ts'

interface WrittenOptions<Content> {
  /** From `draftKey`; a composer for another ticket must mount anew. */
  key: string
  schema: z.ZodType<Content>
  empty: Content
  /** Compares contents: one equal to `empty` is not kept, one equal to the submission is not sent next. */
  isSame(one: Content, other: Content): boolean
}

/** Keeps text and files of one surface as a draft, for `useComposer`. */
export function useWritten<Content>({ key, schema, ...rules }: WrittenOptions<Content>) {
  const draft = useDraft(
    key,
    schema.and(
      z.object({
        files: z.array(DraftFile).default([]),
        tried: Tried.optional(),
        isUnanswered: z.boolean().optional(),
      }),
    ),
  )
  const [composer] = useState(() => createComposer({ draft, restored: draft.restored, ...rules }))
  const { files: restored = [], isUnanswered = false } = draft.restored ?? {}
  /** For its uploads. After an unanswered submission the server may have taken the files, and a retry must include them. */
  const files = { restored, mayBeTaken: isUnanswered, onKept: composer.setFiles }
  return { composer, files }
}

interface ComposerUploads {
  /** Reason why the files delay sending; undefined when they do not. */
  whyWait: string | undefined
  clear(sent: readonly string[]): void
  discard(): void
}

interface ComposerOptions<Content, Uploads> {
  written: { composer: Composer<Content> }
  uploads: Uploads
  /** Called when all content was sent or discarded. */
  onEmptied?(): void
}

/** Sends text without losing any: drafts, retries under the same key, and text added during a request is the next. */
export function useComposer<Content, Uploads extends ComposerUploads>({
  written: { composer },
  uploads,
  onEmptied,
}: ComposerOptions<Content, Uploads>) {
  const { written, isRestored, isSending, hasFailed, refusal, isUnknown, wasThere } = composer.use()
  const [wasTooEarly, setTooEarly] = useState(false)

  /** @returns the content to send; undefined during a request, or with an error while files upload */
  function take<Body>(toBody: ToBody<Content, Body>): Submission<Content, Body> | undefined {
    const isTooEarly = uploads.whyWait !== undefined
    if (!isSending) setTooEarly(isTooEarly)
    return isTooEarly ? undefined : composer.take(toBody)
  }

  async function deliver<Body, Reply>(
    taken: Submission<Content, Body>,
    post: (taken: Submission<Content, Body>) => Promise<Reply>,
  ): Promise<Reply> {
    const reply = await composer.deliver(taken, post)
    uploads.clear(taken.written.files.map(({ uploadId }) => uploadId))
    if (composer.isEmpty()) onEmptied?.()
    return reply
  }

  return {
    written,
    isWritten: !composer.isEmpty(),
    isRestored,
    isSending,
    /** The last attempt failed, also before a reload, and nothing was written since. */
    hasFailed,
    /** Server's reason for refusing that attempt, unless a reload came in between. */
    refusal,
    /** True when the server may have the last submission, also before a reload. */
    isUnknown,
    /** True when the server had the earlier submission, and refused its later version. */
    wasThere,
    uploads,
    fileError: wasTooEarly ? uploads.whyWait : undefined,
    write: composer.write,
    keep: composer.keep,
    discard(): void {
      uploads.discard()
      composer.clear()
      onEmptied?.()
    },
    take,
    deliver,
  }
}
