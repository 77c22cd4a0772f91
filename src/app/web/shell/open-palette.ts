import { i18n } from '#platform/contract/i18n.ts'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { showOverlay } from './overlay.ts'

export const openPalette = {
  id: 'open-palette',
  get label() {
    return i18n.t('Search and commands')
  },
  keys: 'Mod+k',
  group: 'Anywhere',
  run: () => showOverlay('palette'),
} satisfies OfferedAction
