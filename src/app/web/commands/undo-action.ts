import { i18n } from '#platform/contract/i18n.ts'
import { Undo2 } from 'lucide-react'
import type { OfferedAction } from '#platform/web/actions/actions.ts'
import { undoLast } from '#platform/web/ui/overlay/toast-store.ts'

export const undoLastAct: OfferedAction = {
  id: 'undo-last',
  get label() {
    return i18n.t('Undo the last change')
  },
  icon: Undo2,
  keys: 'z',
  group: 'Anywhere',
  heading: 'Do',
  isRare: true,
  run: undoLast,
}
