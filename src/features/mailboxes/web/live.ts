import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Plain text, so that listening loads nothing of the screen. */
export const mailboxesKey = ['/api/admin/mailboxes'] as const

export function onMailboxMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'mailboxes:changed') void refresh(queryClient, { queryKey: mailboxesKey })
}
