import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

/** Apart from the other keys of lists, which load later. */
export const switchView: Action = {
  id: 'switch-view',
  get label() {
    return i18n.t('Table or board')
  },
  keys: 'v',
  group: 'In a list',
  isOfScreen: true,
}
