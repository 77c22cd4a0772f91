import { i18n } from '#platform/contract/i18n.ts'
import { useNavigate } from '@tanstack/react-router'
import { CirclePlus, MessageSquareText } from 'lucide-react'
import { canManageLabels } from '#features/labels/policy.ts'
import { manageLabels } from '#features/labels/web/actions.ts'
import { writeTicket } from '#features/tickets/web/actions.ts'
import { canCreateForOthers } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { runWhenOffered, useActions, type Action, type OfferedAction } from '#platform/web/actions/actions.ts'
import { useChooseDensity } from '#features/settings/web/density.ts'
import { setTheme } from '#platform/web/theme.ts'
import { useViewer } from '#features/auth/web/session.tsx'
import { actionsOf, density, showShortcuts, signOut, theme } from '../shell/menu-actions.ts'
import { useViewActions } from '../queues/view-actions.ts'
import { openPalette } from '../shell/open-palette.ts'
import { showOverlay } from '../shell/overlay.ts'
import { destinationsFor } from './destinations.ts'
import { undoLastAct } from './undo-action.ts'

export const createTicket: Action = {
  id: 'create-ticket',
  get label() {
    return i18n.t('Create Ticket')
  },
  get longLabel() {
    return i18n.t('Create a ticket')
  },
  icon: CirclePlus,
  keys: 'c',
  group: 'Anywhere',
  isOfScreen: true,
  heading: 'Do',
  get words() {
    return i18n.t('new submit')
  },
}

const manageAnswers: OfferedAction = {
  id: 'saved-answers',
  get label() {
    return i18n.t('Saved Answers')
  },
  icon: MessageSquareText,
  heading: 'Do',
  get words() {
    return i18n.t('canned templates replies texts manage')
  },
  isRare: true,
  run: () => showOverlay('saved-answers'),
}

/** Internal staff neither submit tickets nor enter them for others. */
export const canCreate = (viewer: Pick<Viewer, 'role'>) => isClient(viewer) || canCreateForOthers(viewer)

function useCreating(): OfferedAction[] {
  const viewer = useViewer()
  const navigate = useNavigate()
  async function writeInPortal() {
    await navigate({ to: '/client-portal' })
    runWhenOffered(writeTicket)
  }
  if (!canCreate(viewer)) return []
  const run = isClient(viewer) ? () => void writeInPortal() : () => showOverlay('new-ticket')
  return [{ ...createTicket, run }]
}

export function useShellActions(): void {
  const viewer = useViewer()
  const navigate = useNavigate()
  useActions([
    openPalette,
    undoLastAct,
    ...destinationsFor(viewer).map(({ action, to }) => ({
      ...action,
      run: () => void navigate({ to, search: {} }),
    })),
    ...useViewActions(viewer),
    ...useCreating(),
    ...(isStaff(viewer) ? [manageAnswers] : []),
    ...(canManageLabels(viewer) ? [{ ...manageLabels, run: () => showOverlay('labels') }] : []),
    ...actionsOf(theme, setTheme),
    ...actionsOf(density, useChooseDensity()),
    showShortcuts,
    signOut,
  ])
}
