import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListLink } from '#features/stats/web/open-lines.ts'
import { isPlainClick } from '#features/tickets/web/parts/ticket-opener.ts'
import { stringifySearch } from '#platform/web/hooks/search-params.ts'

/** How one gets from a number to the list of the tickets behind it. */
export function useListLink(): ListLink {
  const { history } = useRouter()
  return useCallback(
    (filter) => {
      const href = `/tickets${stringifySearch(filter)}`
      return {
        href,
        onClick(event) {
          if (!isPlainClick(event)) return
          event.preventDefault()
          history.push(href)
        },
      }
    },
    [history],
  )
}
