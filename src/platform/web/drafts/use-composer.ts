import { useState } from 'react'
import { z } from 'zod'
import { createComposer, KeptFile, Tried, type Composer, type Submission, type ToBody } from './composer.ts'
import { useDraft } from './use-draft.ts'

interface WrittenOptions<Content> {
  /** From `draftKey`; a composer for another ticket must mount anew. */
  key: string
  schema: z.ZodType<Content>
  empty: Content
  /** Whether two contents say the same: what says the same as the empty one is not kept, what says the same as what was sent is not next. */
  isSame(one: Content, other: Content): boolean
}

/** Keeps the text of one surface, with its files, as a draft; to be given to `useComposer`. */
export function useWritten<Content>({ key, schema, ...rules }: WrittenOptions<Content>) {
  const draft = useDraft(
    key,
    schema.and(
      z.object({
        files: z.array(KeptFile).default([]),
        tried: Tried.optional(),
        isUnanswered: z.boolean().optional(),
      }),
    ),
  )
  const [composer] = useState(() => createComposer({ draft, restored: draft.restored, ...rules }))
  const { files: restored = [], isUnanswered = false } = draft.restored ?? {}
  /**
   * For the uploads that belong to it. What was sent without an answer the server may have taken: its files are then no uploads any more, and
   * without them it would be something else when it is sent again.
   */
  const files = { restored, mayBeTaken: isUnanswered, onKept: composer.setFiles }
  return { composer, files }
}

/** Uploads of a composer. */
interface ComposerUploads {
  /** Why what they belong to cannot be sent yet; undefined when it can. */
  whyWait: string | undefined
  /** Forgets those of these ids, which the server has taken. */
  clear(sent: readonly string[]): void
  /** Forgets all, here and on the server. */
  discard(): void
}

interface ComposerOptions<Content, Uploads> {
  written: { composer: Composer<Content> }
  uploads: Uploads
  /** Nothing is written any more: all of it was sent or discarded. */
  onEmptied?(): void
}

/**
 * Sends what somebody writes. Nothing of it is lost: it is a draft until the server has it, a failed attempt leaves all as it was, sent
 * again it goes under the same key, and what is added while it is on its way is the next.
 */
export function useComposer<Content, Uploads extends ComposerUploads>({
  written: { composer },
  uploads,
  onEmptied,
}: ComposerOptions<Content, Uploads>) {
  const { written, isRestored, isSending, hasFailed, refusal, isUnknown, wasThere } = composer.use()
  const [wasTooEarly, setTooEarly] = useState(false)

  /** @returns what is written, to be sent; undefined while something else is on its way, or while its files are, which is then told */
  function take<Body>(toBody: ToBody<Content, Body>): Submission<Content, Body> | undefined {
    const isTooEarly = uploads.whyWait !== undefined
    if (!isSending) setTooEarly(isTooEarly)
    return isTooEarly ? undefined : composer.take(toBody)
  }

  /**
   * Sends what was taken.
   * @throws what `post` throws
   */
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
    /** There is more to it than nothing, files left aside. */
    isWritten: !composer.isEmpty(),
    isRestored,
    isSending,
    /** The last attempt failed, also before a reload, and nothing was written since. */
    hasFailed,
    /** Why the server refused that attempt, if it said so and there was no reload. */
    refusal,
    /** Nobody knows whether the server has what was sent last, also before a reload. */
    isUnknown,
    /** The server turned out to have what was sent before, and did not take what was made of it since. */
    wasThere,
    uploads,
    /** Why the files kept it from being sent. */
    fileError: wasTooEarly ? uploads.whyWait : undefined,
    write: composer.write,
    /** Saves the draft at once. */
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
