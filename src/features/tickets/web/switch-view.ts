import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

/** Separate, so that the page of tickets does not load the other actions. */
export const switchView: Action = {
  id: 'switch-view',
  get label() {
    return i18n.t('Table or board')
  },
  keys: 'v',
  group: 'In a list',
  isOfScreen: true,
}
