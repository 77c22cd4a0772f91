import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { createDraft, type Draft } from './draft.ts'

interface PersistentDraft<T> extends Draft<T> {
  restored: T | undefined
}

/** Keeps a draft in this browser. @param key from `draftKey`; a surface for another ticket must mount anew */
export function useDraft<T>(key: string, schema: z.ZodType<T>): PersistentDraft<T> {
  const [kept] = useState(() => {
    const draft = createDraft<T>(key)
    return { ...draft, restored: draft.read(schema) }
  })
  const { flush } = kept
  const flushing = useRef(flush)
  useEffect(() => {
    const flushNow = flushing.current
    window.addEventListener('pagehide', flushNow)
    return () => {
      window.removeEventListener('pagehide', flushNow)
      flushNow()
    }
  }, [])
  return kept
}
