import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh } from '#platform/web/query-client.ts'
import { statsKey } from './live.ts'

const quarterMs = 15 * 60_000

/** Polls the numbers: days and weeks end without a message. */
export function useFreshNumbers(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void refresh(client, { queryKey: statsKey }), quarterMs)
    return () => clearInterval(timer)
  }, [client])
}
