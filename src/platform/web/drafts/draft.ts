import type { z } from 'zod'
import { parseJson } from '#platform/contract/narrowing.ts'

const saveAfterMs = 400

export interface Draft<T> {
  read(schema: z.ZodType<T>): T | undefined
  /** Saves 400 ms after the last call; `undefined` removes the draft. */
  save(value: T | undefined): void
  /** Saves at once; does not remove a draft that another tab has saved. */
  saveNow(value: T | undefined): void
  flush(): void
}

// Storage may be off or full; a draft is a convenience and never stops the work.
function quietly<R>(touch: () => R): R | undefined {
  try {
    return touch()
  } catch {
    return undefined
  }
}

export function createDraft<T>(key: string, storage: () => Storage = () => localStorage): Draft<T> {
  let waiting: { value: T | undefined } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Text that this tab read or wrote last. */
  let own: string | null = null

  function store(value: T | undefined): void {
    if (value !== undefined) {
      own = JSON.stringify(value)
      storage().setItem(key, own)
    } else if (storage().getItem(key) === own) storage().removeItem(key)
  }

  function saveNow(value: T | undefined): void {
    clearTimeout(timer)
    waiting = undefined
    quietly(() => store(value))
  }

  function flush(): void {
    if (waiting) saveNow(waiting.value)
  }

  return {
    read(schema) {
      own = quietly(() => storage().getItem(key)) ?? null
      return schema.safeParse(parseJson(own ?? '')).data
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
