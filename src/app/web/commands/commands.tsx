import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { ownSettings } from '#features/settings/web/api.ts'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { showOverlay, useOverlay } from '../shell/overlay.ts'
import { useViewer } from '../session/session.tsx'
import { takeEarlyKeys } from './early-keys.ts'
import { listenForShortcuts } from './key-map.ts'
import { keepFocus } from '#features/tickets/web/list/list-focus.ts'
import { shortcutsFor } from './shortcuts.ts'
import { isCovered } from './ticket-keys.ts'
import { useAssignToMe } from './use-assign-to-me.ts'
import { useRememberOpened } from './recent-tickets.ts'

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette')
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')
const NewTicketDialog = lazyPart(
  () => import('#features/tickets/web/new/new-ticket-dialog.tsx'),
  'NewTicketDialog',
)

const close = () => showOverlay(undefined)

/** Listens for shortcuts and shows what can be opened from anywhere. */
export function Commands() {
  const viewer = useViewer()
  const overlay = useOverlay()
  const navigate = useNavigate()
  const settings = useQuery(ownSettings())
  const assignToMe = useAssignToMe()
  useRememberOpened(viewer.id)
  usePartSoon(Palette.load)

  async function writeInPortal() {
    await navigate({ to: '/client-portal' })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main form input')?.focus())
  }
  const shortcuts = shortcutsFor(viewer, {
    show: showOverlay,
    go: (to) => void navigate({ to, search: {} }),
    writeInPortal: () => void writeInPortal(),
    assignToMe,
  })
  const current = useEffectEvent(() => shortcuts)
  const isSingleOn = useEffectEvent(() => settings.data?.shortcuts ?? true)
  useEffect(() => {
    const leave = keepFocus()
    const stop = listenForShortcuts({
      shortcuts: () => current(),
      isSingleOn: () => isSingleOn(),
      isCovered,
      earlier: takeEarlyKeys(),
    })
    return () => {
      stop()
      leave()
    }
  }, [])

  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'shortcuts' && <ShortcutSheet shortcuts={shortcuts} onClose={close} />}
      {overlay === 'new-ticket' && <NewTicketDialog viewer={viewer} open onOpenChange={close} />}
    </Suspense>
  )
}
