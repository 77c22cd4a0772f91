import { writeMessage } from '#features/chat/web/actions.ts'
import { addAndResolve, addComment, writeComment } from '#features/comments/web/actions.ts'
import { trayActions } from '#features/inbound/web/actions.ts'
import {
  boardActionsFor,
  changeActionsFor,
  listActionsFor,
  nextTicket,
  toRequest,
  toLatest,
  previousTicket,
} from '#features/tickets/web/actions.ts'
import { canChange } from '#features/tickets/policy.ts'
import { isDesk } from '#features/users/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { searchList } from '#platform/web/actions/use-search-key.ts'
import { showShortcuts } from '../shell/menu-actions.ts'
import { openPalette } from '../shell/open-palette.ts'
import { toggleSidebar } from '../shell/sidebar-state.ts'
import { destinationsFor } from './destinations.ts'
import { canCreate, createTicket } from './shell-actions.ts'

export const sheetActionsFor = (viewer: CurrentUser): readonly Action[] => [
  openPalette,
  showShortcuts,
  toggleSidebar,
  searchList,
  ...(canCreate(viewer) ? [createTicket] : []),
  ...destinationsFor(viewer).map(({ action }) => action),
  ...listActionsFor(viewer),
  ...changeActionsFor(viewer),
  writeComment,
  writeMessage,
  previousTicket,
  nextTicket,
  toRequest,
  toLatest,
  addComment,
  ...(canChange(viewer) ? [addAndResolve] : []),
  ...boardActionsFor(viewer),
  ...(isDesk(viewer) ? trayActions : []),
]
