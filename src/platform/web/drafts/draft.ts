import type { z } from 'zod'

const saveAfterMs = 400

export interface Draft<T> {
  read(schema: z.ZodType<T>): T | undefined
  /** Saves 400 ms after the last call; nothing to keep is `undefined`. */
  save(value: T | undefined): void
  saveNow(value: T | undefined): void
  /** Writes at once what still waits. */
  flush(): void
}

/** What somebody typed and has not sent lies under this and their id; signing in as somebody else removes it. */
export const draftPrefix = 'signalbox.draft.'

/** One for each person, surface and ticket. */
export const draftKey = (
  userId: string,
  surface: 'ticket' | 'comment' | 'chat' | 'ticket-files',
  ticketId = '',
) => `${draftPrefix}${userId}.${surface}.${ticketId}`

// Storage may be switched off or full; a draft is a convenience and never stops the work.
function quietly<R>(touch: () => R): R | undefined {
  try {
    return touch()
  } catch {
    return undefined
  }
}

/** @param key from `draftKey` */
export function createDraft<T>(key: string, storage: () => Storage = () => localStorage): Draft<T> {
  let waiting: { value: T | undefined } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function saveNow(value: T | undefined): void {
    clearTimeout(timer)
    waiting = undefined
    quietly(() =>
      value === undefined ? storage().removeItem(key) : storage().setItem(key, JSON.stringify(value)),
    )
  }

  function flush(): void {
    if (waiting) saveNow(waiting.value)
  }

  return {
    read(schema) {
      const stored = quietly(() => JSON.parse(storage().getItem(key) ?? 'null') as unknown)
      return schema.safeParse(stored).data
    },
    save(value) {
      waiting = { value }
      clearTimeout(timer)
      timer = setTimeout(flush, saveAfterMs)
    },
    saveNow,
    flush,
  }
}
