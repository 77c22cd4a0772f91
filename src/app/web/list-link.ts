import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isPlainClick, type ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { stringifySearch } from '#platform/web/hooks/search-params.ts'

export function useListLink(): ListLink {
  const { history } = useRouter()
  return useCallback(
    (list) => {
      const href = `/tickets${stringifySearch(list)}`
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
