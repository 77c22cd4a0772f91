import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchParams = Readonly<Record<string, string>>
/** `undefined` and the empty text remove a parameter; unnamed ones stay. */
type Change = Record<string, string | undefined>

const isGiven = (entry: [string, unknown]): entry is [string, string] =>
  entry[1] !== undefined && entry[1] !== ''

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].filter(isGiven))

export function stringifySearch(search: Record<string, unknown>): string {
  // Commas may stay unencoded in a query and read better.
  const text = new URLSearchParams(Object.entries(search).filter(isGiven)).toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

/** Reads and changes the query. Choices push a history entry, typing replaces it. */
export function useSearchParams(): [SearchParams, (change: Change, options?: { replace?: boolean }) => void] {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (change: Change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change }),
        state: (before) => (replace ? before : {}),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, change]
}
