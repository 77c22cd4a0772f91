import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ownSettings } from '#features/settings/web/api.ts'
import { recallRows, rememberRows } from '#features/ticket-list/web/list/last-arrangement.ts'
import type { RowChoice } from '#features/tickets/list/columns/contract.ts'

/** Returns the person's rows of a list, until they are loaded those of the last visit. */
export function useRows(viewerId: string): RowChoice {
  const stored = useQuery(ownSettings()).data?.ticketRows
  const last = useMemo(() => recallRows(viewerId), [viewerId])
  useEffect(() => {
    if (stored) rememberRows(viewerId, stored)
  }, [stored, viewerId])
  return stored ?? last
}
