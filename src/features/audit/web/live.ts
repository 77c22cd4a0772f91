import type { Listening, LiveMessage } from '#platform/web/feature.ts'

/** Where the newest position of the log that was heard of is kept. */
export const newestKey = ['/api/audit', 'newest'] as const

/** Notes that there is more to read. */
export function onAuditMessage({ type, position = 0 }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'audit:new')
    queryClient.setQueryData<number>(newestKey, (known = 0) => Math.max(known, position))
}
