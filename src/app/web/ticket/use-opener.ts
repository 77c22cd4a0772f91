import { useMemo } from 'react'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useOpenTicket } from './open-ticket.ts'

/** Opens another ticket in place of the open one. */
export function useOpener(): TicketOpener {
  const [params] = useSearchParams()
  const { open } = useOpenTicket()
  return useMemo(() => ({ open, href: (id) => stringifySearch({ ...params, ticket: id }) }), [open, params])
}
