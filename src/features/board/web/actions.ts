import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

const onBoard = { group: 'On the board', isNative: true } as const

/** Keys of the board; its drag and drop handles them. */
export const boardActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] =>
  isStaff(viewer)
    ? [
        {
          id: 'lift-card',
          label: i18n.t('Pick up or drop card'),
          keys: 'Space',
          or: 'Enter',
          ...onBoard,
        },
        { id: 'move-card', label: i18n.t('Move picked-up card'), keys: 'ArrowDown', ...onBoard },
        {
          id: 'in-card',
          label: i18n.t('Go to the buttons of the card'),
          keys: 'ArrowLeft',
          or: 'ArrowRight',
          ...onBoard,
        },
        {
          id: 'card-to-next-column',
          label: i18n.t('Move to next column'),
          keys: 'Shift+ArrowRight',
          ...onBoard,
        },
        { id: 'put-card-back', label: i18n.t('Cancel move'), keys: 'Escape', ...onBoard },
      ]
    : []
