import { z } from 'zod'
import { refusalIn } from '#platform/web/refusal.ts'
import { createStore } from '#platform/web/store.ts'
import type { Draft } from './draft.ts'
import { createOnceKey } from './once-key.ts'

/** A file that has arrived and waits to be sent with something, as a draft keeps it. */
export const KeptFile = z.object({ uploadId: z.string(), name: z.string(), size: z.number() })
export type KeptFile = z.infer<typeof KeptFile>

/** What stands in a composer: what its surface asks for, and the files that have arrived. */
export type Written<Content> = Content & { files: KeptFile[] }

/** The last that was sent without an answer so far: sent again, also after a reload, it goes under the same key. */
export const Tried = z.object({ body: z.string(), key: z.string() })

/** What stands in a composer, as a draft keeps it. */
export type Kept<Content> = Written<Content> & {
  tried?: z.infer<typeof Tried> | undefined
  /** It was sent as it stands, and the server has not said that it has it. */
  isUnanswered?: boolean | undefined
}

export type ToBody<Content, Body> = (written: Written<Content>, attachmentIds: string[]) => Body

/** What was written at the moment of sending, and what is made of it. */
export interface Submission<Content, Body> {
  written: Written<Content>
  body: Body
  /** For `Idempotency-Key`: the same for the same body until the server has taken it. */
  key: string
}

interface State<Content> {
  written: Written<Content>
  /** Some of it was written before this surface opened. */
  isRestored: boolean
  isSending: boolean
  /** The last attempt failed, and nothing was written since. */
  hasFailed: boolean
  /** Why the server refused that attempt, if it said so. */
  refusal: string | undefined
}

/** Before anything is tried, and again as soon as something is written. */
const notFailed = { hasFailed: false, refusal: undefined }

interface Options<Content> {
  draft: Pick<Draft<Kept<Content>>, 'save' | 'saveNow'>
  restored: Kept<Content> | undefined
  empty: Content
  /** Whether two contents say the same; what says the same as the empty one is not kept. */
  isSame(one: Content, other: Content): boolean
  /** What stays of a content that was sent or discarded; the empty one, unless it is said. */
  rest?(content: Content): Content
}

const idsOf = (files: readonly KeptFile[]) => files.map(({ uploadId }) => uploadId)

/**
 * What somebody writes and sends, without its screen: kept in a draft until the server has it, sent one at a time, and what is written
 * while that is on its way is the next.
 */
export function createComposer<Content>({
  draft,
  restored,
  empty,
  isSame,
  rest = () => empty,
}: Options<Content>) {
  let tried = restored?.tried
  const once = createOnceKey(tried)
  const { get, set, use } = createStore<State<Content>>({
    // The rest is kept beside it, not in it.
    written: restored ? { ...restored, tried: undefined, isUnanswered: undefined } : { ...empty, files: [] },
    isRestored: restored !== undefined,
    isSending: false,
    hasFailed: restored?.isUnanswered ?? false,
    refusal: undefined,
  })
  const isEmpty = () => isSame(get().written, empty)
  const isWorthKeeping = () => !isEmpty() || get().written.files.length > 0

  function show(written: Written<Content>): void {
    set({ ...get(), written, ...notFailed })
    draft.save(kept())
  }

  /** What is kept as a draft: nothing of what is not worth it. */
  function kept(): Kept<Content> | undefined {
    const { written, isSending, hasFailed } = get()
    const isUnanswered = hasFailed || (isSending && tried !== undefined)
    return isWorthKeeping()
      ? { ...written, ...(tried && { tried }), ...(isUnanswered && { isUnanswered }) }
      : undefined
  }

  /** Saves at once, instead of after a pause. */
  function keep(): void {
    draft.saveNow(kept())
  }

  function clear(): void {
    set({ ...get(), written: { ...rest(get().written), files: [] }, isRestored: false, ...notFailed })
    keep()
  }

  /** Takes away what the server has now. */
  function clearSent(sent: Written<Content>): void {
    const { written } = get()
    const ids = idsOf(sent.files)
    const files = written.files.filter(({ uploadId }) => !ids.includes(uploadId))
    show({ ...(isSame(written, sent) ? rest(written) : written), files })
    if (!isWorthKeeping()) clear()
  }

  /** @returns what is written, to be sent; undefined while something else is on its way */
  function take<Body>(toBody: ToBody<Content, Body>): Submission<Content, Body> | undefined {
    const { written, isSending } = get()
    if (isSending) return undefined
    const body = toBody(written, idsOf(written.files))
    return { written, body, key: once.keyFor(body) }
  }

  /**
   * Sends what was taken and forgets it once the server has it.
   * @throws what `post` throws; all that is written stays
   */
  async function deliver<Body, Reply>(
    taken: Submission<Content, Body>,
    post: (taken: Submission<Content, Body>) => Promise<Reply>,
  ): Promise<Reply> {
    set({ ...get(), isSending: true, ...notFailed })
    tried = { body: JSON.stringify(taken.body), key: taken.key }
    keep()
    try {
      const reply = await post(taken)
      once.renew(taken.body)
      tried = undefined
      clearSent(taken.written)
      return reply
    } catch (error) {
      set({ ...get(), hasFailed: true, refusal: refusalIn(error) })
      keep()
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
    /** Adds files that have arrived before. */
    addFiles(files: readonly KeptFile[]): void {
      show({ ...get().written, files: [...get().written.files, ...files] })
      keep()
    },
    /** Saved at once: a page that is left waits for nothing. */
    setFiles(files: KeptFile[]): void {
      show({ ...get().written, files })
      keep()
    },
    keep,
    clear,
    take,
    deliver,
  }
}

export type Composer<Content> = ReturnType<typeof createComposer<Content>>
