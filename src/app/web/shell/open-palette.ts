import { i18n } from '#platform/contract/i18n.ts'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { showOverlay } from './overlay.ts'

const form = '[role=dialog]:not(.ticket-dialog, [data-state=closed]) form'

export const openPalette = {
  id: 'open-palette',
  get label() {
    return i18n.t('Search and commands')
  },
  keys: 'Mod+k',
  group: 'Anywhere',
  run() {
    // The palette would take the place of a form, and end its uploads.
    if (!document.querySelector(form)) showOverlay('palette')
  },
} satisfies OfferedAction
