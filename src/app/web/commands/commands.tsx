import { i18n } from '#platform/contract/i18n.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useShellActions } from './shell-actions.ts'
import { showOverlay, useOverlay } from '../shell/overlay.ts'
import { useViewer } from '#features/auth/web/session.tsx'
import { useOwnNews } from '#features/settings/web/news.ts'
import { ownSettings } from '#features/settings/web/api.ts'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { stopPicking, usePicking } from '#features/tickets/web/parts/picking.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { useRememberOpened } from './recent-tickets.ts'
import { useListKeys } from '#features/ticket-list/web/list/use-list-keys.ts'
import { useSearchKey } from '#platform/web/actions/use-search-key.ts'
import { listOffered } from '#platform/web/actions/actions.ts'
import { isCovered } from './covered.ts'
import { captureKey, takeEarlyKeys } from './early-keys.ts'
import { listenForKeys } from './key-map.ts'

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette')
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')
const NewTicket = lazyPart(() => import('../new-ticket.tsx'), 'NewTicket')
const SavedAnswers = lazyPart(
  () => import('#features/saved-answers/web/saved-answers-dialog.tsx'),
  'SavedAnswersDialog',
)
const DeskLabels = lazyPart(() => import('./labels.tsx'), 'DeskLabels')
const LabelPicker = lazyPart(() => import('#features/labels/web/label-picker.tsx'), 'LabelPicker')
const Picker = lazyPart(() => import('#features/tickets/web/parts/picker.tsx'), 'Picker')

const close = () => showOverlay(undefined)

export function Commands() {
  const viewer = useViewer()
  const overlay = useOverlay()
  useRememberOpened(viewer.id)
  usePartSoon(Palette.load, '*')
  usePartSoon(Picker.load, '*')
  useShellActions()
  useOwnNews()
  useSearchKey()
  useListKeys(viewer)
  useKeys()
  const picking = usePicking()
  return (
    <>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
        {overlay === 'saved-answers' && <SavedAnswers viewer={viewer} onClose={close} />}
        {overlay === 'labels' && <DeskLabels onClose={close} />}
        {overlay === 'new-ticket' && <NewTicket viewer={viewer} open onOpenChange={close} />}
      </Suspense>
      {picking && (
        <PartBoundary what={i18n.t('The list')} note="floating" onRetry={stopPicking}>
          {picking.field === 'labelIds' ? <LabelPicker viewer={viewer} /> : <Picker />}
        </PartBoundary>
      )}
    </>
  )
}

/** Disables the screen's shortcuts while a ticket lies over it. */
function useKeys(): void {
  const { openId } = useOpenTicket()
  const settings = useQuery(ownSettings())
  const actions = useEffectEvent(() => listOffered().filter((one) => !(openId && one.isOfScreen)))
  const isUnknown = settings.isPending && settings.failureCount === 0
  // A failed load of the settings leaves the shortcuts on.
  const isSingleOn = useEffectEvent(() => settings.data?.shortcuts ?? true)
  useEffect(
    () =>
      listenForKeys({
        actions: () => actions(),
        isSingleOn: () => (isUnknown ? undefined : isSingleOn()),
        isCovered,
        earlier: takeEarlyKeys(),
        onTooEarly: captureKey,
      }),
    // A new listener takes the keys that came too early.
    [isUnknown],
  )
}
