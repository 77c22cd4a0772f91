import { writeMessage } from '#features/chat/web/actions.ts'
import { addAndResolve, addComment, handOverTicket, writeComment } from '#features/comments/web/actions.ts'
import { trayActions } from '#features/inbound/web/actions.ts'
import { makeRequesterAction } from '#features/mail-entries/web/actions.ts'
import { boardActionsFor } from '#features/board/web/actions.ts'
import { labelActionsFor } from '#features/labels/web/actions.ts'
import {
  changeActionsFor,
  listActionsFor,
  nextTicket,
  toRequest,
  toLatest,
  previousTicket,
} from '#features/tickets/web/actions.ts'
import { canAssign, canChange } from '#features/tickets/policy.ts'
import { isDesk } from '#features/users/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { searchList } from '#platform/web/actions/use-search-key.ts'
import { viewsByNumber } from '../queues/view-actions.ts'
import { showShortcuts } from '../shell/menu-actions.ts'
import { openPalette } from '../shell/open-palette.ts'
import { toggleSidebar } from '../shell/sidebar-state.ts'
import { switchView } from '../switch-view.ts'
import { goOn, toggleFacts, toggleQueue } from '../ticket/frame-actions.ts'
import { destinationsFor } from './destinations.ts'
import { canCreate, createTicket } from './shell-actions.ts'
import { undoLastAct } from './undo-action.ts'

export const sheetActionsFor = (viewer: CurrentUser): readonly Action[] => [
  openPalette,
  showShortcuts,
  toggleSidebar,
  searchList,
  ...(isStaff(viewer) ? [undoLastAct] : []),
  ...(canCreate(viewer) ? [createTicket] : []),
  ...destinationsFor(viewer).map(({ action }) => action),
  ...(isStaff(viewer) ? [viewsByNumber] : []),
  ...listActionsFor(viewer),
  switchView,
  ...changeActionsFor(viewer),
  ...(canAssign(viewer) ? [handOverTicket] : []),
  ...labelActionsFor(viewer),
  writeComment,
  writeMessage,
  previousTicket,
  nextTicket,
  ...(canChange(viewer) ? [goOn] : []),
  toRequest,
  toLatest,
  toggleQueue,
  toggleFacts,
  addComment,
  ...(canChange(viewer) ? [addAndResolve] : []),
  ...boardActionsFor(viewer),
  ...(isDesk(viewer) ? [makeRequesterAction, ...trayActions] : []),
]
