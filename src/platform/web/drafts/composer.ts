import { z } from 'zod'
import { CallError } from '#platform/web/call.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import { createStore } from '#platform/web/store.ts'
import { isUnanswered, untilAnswered } from './until-answered.ts'
import type { Draft } from './draft.ts'
import { createOnceKey } from './once-key.ts'

export const DraftFile = z.object({ uploadId: z.string(), name: z.string(), size: z.number() })
export type DraftFile = z.infer<typeof DraftFile>

export type Written<Content> = Content & { files: DraftFile[] }

/** Last submission without an answer: sent again, also after a reload, it uses the same key. */
export const Tried = z.object({
  body: z.string(),
  key: z.string(),
  /** The server may have it, so the next submission uses its key: the server takes one of both. */
  isUnknown: z.boolean().optional(),
})

export type StoredDraft<Content> = Written<Content> & {
  tried?: z.infer<typeof Tried> | undefined
  /** True when it was sent as it stands without an answer. */
  isUnanswered?: boolean | undefined
}

export type ToBody<Content, Body> = (written: Written<Content>, attachmentIds: string[]) => Body

/** Content at the moment of sending, and the body made of it. */
export interface Submission<Content, Body> {
  written: Written<Content>
  body: Body
  /** `Idempotency-Key`: constant for a body until the server has taken it. */
  key: string
}

interface State<Content> {
  written: Written<Content>
  /** True when some of the text is from an earlier visit. */
  isRestored: boolean
  isSending: boolean
  /** The last attempt failed, and nothing was written since. */
  hasFailed: boolean
  refusal: string | undefined
  /** True when the server may have the last submission. */
  isUnknown: boolean
  /** True when the server had the earlier submission, and refused its later version. */
  wasThere: boolean
}

const notFailed = { hasFailed: false, refusal: undefined, wasThere: false }

interface Options<Content> {
  draft: Pick<Draft<StoredDraft<Content>>, 'save' | 'saveNow'>
  restored: StoredDraft<Content> | undefined
  empty: Content
  /** Compares contents; one equal to `empty` is not kept. */
  isSame(one: Content, other: Content): boolean
}

const idsOf = (files: readonly DraftFile[]) => files.map(({ uploadId }) => uploadId)

/** Keeps a text outside of React: a draft until the server has it, sent one at a time. Text written during a request is the next. */
export function createComposer<Content>({ draft, restored, empty, isSame }: Options<Content>) {
  let tried = restored?.tried
  const once = createOnceKey(tried)
  const { get, set, use } = createStore<State<Content>>({
    // The rest is kept beside it, not in it.
    written: restored ? { ...restored, tried: undefined, isUnanswered: undefined } : { ...empty, files: [] },
    isRestored: restored !== undefined,
    isSending: false,
    hasFailed: restored?.isUnanswered ?? false,
    refusal: undefined,
    isUnknown: restored?.tried?.isUnknown ?? false,
    wasThere: false,
  })
  const isEmpty = () => isSame(get().written, empty)
  const isWorthKeeping = () => !isEmpty() || get().written.files.length > 0

  function show(written: Written<Content>): void {
    set({ ...get(), written, ...notFailed })
    draft.save(storedDraft())
  }

  function storedDraft(): StoredDraft<Content> | undefined {
    const { written, isSending, hasFailed } = get()
    const isUnanswered = hasFailed || (isSending && tried !== undefined)
    return isWorthKeeping()
      ? { ...written, ...(tried && { tried }), ...(isUnanswered && { isUnanswered }) }
      : undefined
  }

  function saveDraft(): void {
    draft.saveNow(storedDraft())
  }

  function clear(): void {
    tried = undefined
    set({ ...get(), written: { ...empty, files: [] }, isRestored: false, isUnknown: false, ...notFailed })
    saveDraft()
  }

  function clearSent(sent: Written<Content>): void {
    const { written } = get()
    const ids = idsOf(sent.files)
    const files = written.files.filter(({ uploadId }) => !ids.includes(uploadId))
    show({ ...(isSame(written, sent) ? empty : written), files })
    if (!isWorthKeeping()) clear()
  }

  /** @returns the content to send; undefined while a request is under way */
  function take<Body>(toBody: ToBody<Content, Body>): Submission<Content, Body> | undefined {
    const { written, isSending } = get()
    if (isSending) return undefined
    const body = toBody(written, idsOf(written.files))
    return { written, body, key: tried?.isUnknown ? tried.key : once.keyFor(body) }
  }

  /**
   * Sends a submission and removes it once the server has it. Without an answer it retries under the same key.
   * @throws what `post` throws; the content stays
   */
  async function deliver<Body, Reply>(
    taken: Submission<Content, Body>,
    post: (taken: Submission<Content, Body>) => Promise<Reply>,
  ): Promise<Reply> {
    const before = tried
    set({ ...get(), isSending: true, isUnknown: false, ...notFailed })
    const sent = { body: JSON.stringify(taken.body), key: taken.key }
    tried = { ...sent, isUnknown: true }
    saveDraft()
    try {
      const reply = await untilAnswered(() => post(taken))
      once.renew(taken.body)
      tried = undefined
      set({ ...get(), isUnknown: false })
      clearSent(taken.written)
      return reply
    } catch (error) {
      const isUnknown = isUnanswered(error)
      // The key belongs to an earlier body, which has arrived.
      const wasThere = before?.isUnknown === true && error instanceof CallError && error.status === 409
      tried = wasThere ? undefined : { ...sent, isUnknown }
      set({ ...get(), hasFailed: true, refusal: refusalIn(error), isUnknown, wasThere })
      saveDraft()
      throw error
    } finally {
      set({ ...get(), isSending: false })
    }
  }

  return {
    use,
    isEmpty,
    write(change: Partial<Content> | ((now: Content) => Partial<Content>)): void {
      const { written } = get()
      show({ ...written, ...(typeof change === 'function' ? change(written) : change) })
    },
    addFiles(files: readonly DraftFile[]): void {
      show({ ...get().written, files: [...get().written.files, ...files] })
      saveDraft()
    },
    /** Saved at once: a page being left waits for nothing. */
    setFiles(files: DraftFile[]): void {
      show({ ...get().written, files })
      saveDraft()
    },
    keep: saveDraft,
    clear,
    take,
    deliver,
  }
}

export type Composer<Content> = ReturnType<typeof createComposer<Content>>
