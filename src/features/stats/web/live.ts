import type { QueryClient } from '@tanstack/react-query'

export const statsKey = ['/api/stats'] as const

/** At once, and then at most this often: a bulk change is many messages. */
const refreshEveryMs = 1000

let lastRefresh = 0
let coming: ReturnType<typeof setTimeout> | undefined

/** Counts anew where numbers are shown, after anything has happened to a ticket. */
export function hearStats({ type }: { type: string }, client: QueryClient): void {
  if (!type.startsWith('ticket:') || coming !== undefined) return
  const wait = Math.max(0, lastRefresh + refreshEveryMs - Date.now())
  coming = setTimeout(() => {
    coming = undefined
    lastRefresh = Date.now()
    void client.invalidateQueries({ queryKey: statsKey })
  }, wait)
}
