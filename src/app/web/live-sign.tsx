import { i18n } from '#platform/contract/i18n.ts'
import { useIsLive } from '#features/live/web/live.ts'
import { useIsLost } from '#features/live/web/use-is-lost.ts'
import { useLayout } from '#platform/web/hooks/use-layout.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'

/** Shows the state of the live connection: in the top bar on phones, else in the screen's head. */
export function LiveSign({ isInBar = false }: { isInBar?: boolean }) {
  const isLive = useIsLive()
  const isLost = useIsLost()
  const isNarrow = useLayout() === 'narrow'
  if (isNarrow !== isInBar) return null
  return (
    // Gray while the page loads and during a restart of the server.
    <StatusDot hue={isLive ? 'green' : isLost ? 'red' : 'gray'} role="status" className="self-center">
      {isLive ? i18n.t('Live') : i18n.t('Disconnected')}
    </StatusDot>
  )
}
