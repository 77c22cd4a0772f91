import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

/** Plain text, so that listening loads nothing of the screen. */
export const deskSettingsKey = ['/api/desk-settings'] as const

export function onDeskSettingsMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'desk-settings:changed') void refresh(queryClient, { queryKey: deskSettingsKey })
}
