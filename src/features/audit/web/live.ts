import type { Listening, LiveMessage } from '#platform/web/feature.ts'

/** Query key of the newest position heard of. */
export const newestKey = ['/api/audit', 'newest'] as const

export function onAuditMessage({ type, position = 0 }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'audit:new')
    queryClient.setQueryData<number>(newestKey, (known = 0) => Math.max(known, position))
}
