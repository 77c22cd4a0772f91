import type { QueryClient } from '@tanstack/react-query'

/** Where the newest position of the log that was heard of is kept. */
export const newestKey = ['/api/audit', 'newest'] as const

/** Notes that there is more to read. */
export function onAuditMessage(message: { type: string; position?: number }, queryClient: QueryClient): void {
  const { type, position = 0 } = message
  if (type === 'audit:new')
    queryClient.setQueryData<number>(newestKey, (known = 0) => Math.max(known, position))
}
