import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { isPlainClick } from '#features/tickets/web/parts/ticket-opener.ts'
import { normalQuery } from '#features/views/contract.ts'

export const hrefOf = (query: string) => `/tickets?${query.replaceAll('%2C', ',')}`

export function useQueueLink(onNavigate?: () => void) {
  const { history } = useRouter()
  const { pathname, searchStr } = useLocation()
  const shown = pathname === '/tickets' ? normalQuery(searchStr) : undefined
  return (query: string) => {
    const href = hrefOf(query)
    return {
      href,
      'aria-current': normalQuery(query) === shown ? ('page' as const) : undefined,
      onClick(event: MouseEvent) {
        if (!isPlainClick(event)) return
        event.preventDefault()
        history.push(href)
        onNavigate?.()
      },
    }
  }
}
