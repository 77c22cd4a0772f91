import { writeMessage } from '#features/chat/web/actions.ts'
import { addComment, writeComment } from '#features/tickets/comments/web/actions.ts'
import {
  boardActionsFor,
  changeActionsFor,
  listActions,
  nextTicket,
  previousTicket,
} from '#features/tickets/web/actions.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { searchList } from '#platform/web/actions/use-search-key.ts'
import { showShortcuts } from '../shell/menu-actions.ts'
import { openPalette } from '../shell/open-palette.ts'
import { destinationsFor } from './destinations.ts'
import { createTicket } from './shell-actions.ts'

/** Everything this person has a key for, wherever they are now, in the order of the sheet. */
export const sheetActionsFor = (viewer: CurrentUser): readonly Action[] => [
  openPalette,
  showShortcuts,
  searchList,
  createTicket,
  ...destinationsFor(viewer).map(({ action }) => action),
  ...listActions,
  ...changeActionsFor(viewer),
  writeComment,
  writeMessage,
  previousTicket,
  nextTicket,
  addComment,
  ...boardActionsFor(viewer),
]
