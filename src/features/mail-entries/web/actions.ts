import { UserCheck } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'

export const makeRequesterAction = {
  id: 'make-requester',
  get label() {
    return i18n.t('Make requester')
  },
  get longLabel() {
    return i18n.t('Make the original sender the requester')
  },
  icon: UserCheck,
  keys: 'o',
  group: 'In a ticket',
} satisfies Action
