import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useState } from 'react'
import { watchOnline } from '#platform/web/hooks/use-online.ts'

interface LineWords {
  text: string
  isError: boolean
}

const backShowsMs = 5000
const gone: LineWords = {
  get text() {
    return i18n.t('No Internet connection')
  },
  isError: true,
}
const back: LineWords = {
  get text() {
    return i18n.t('Connected to the Internet')
  },
  isError: false,
}

/** Tells that the connection is lost, and for five seconds that it is back. */
export function useLineWords(): LineWords | undefined {
  const [words, setWords] = useState<LineWords | undefined>(() => (navigator.onLine ? undefined : gone))
  useEffect(() => watchOnline(() => setWords(navigator.onLine ? back : gone)), [])
  useEffect(() => {
    if (words !== back) return undefined
    const timer = setTimeout(() => setWords(undefined), backShowsMs)
    return () => clearTimeout(timer)
  }, [words])
  return words
}
