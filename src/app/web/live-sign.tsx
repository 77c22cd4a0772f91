import { i18n } from '#platform/contract/i18n.ts'
import { useIsLive } from '#features/live/web/live.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'

/** Whether what is on the screen follows the server at this moment. */
export function LiveSign() {
  const isLive = useIsLive()
  return (
    <StatusDot hue={isLive ? 'green' : 'red'} role="status" className="self-center">
      {isLive ? i18n.t('Live') : i18n.t('Disconnected')}
    </StatusDot>
  )
}
