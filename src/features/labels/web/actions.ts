import { Tag } from 'lucide-react'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Action } from '#platform/web/actions/actions.ts'
import { canLabel } from '../policy.ts'

export const labelRow: Action = {
  id: 'label-row',
  get label() {
    return i18n.t('Label the ticket')
  },
  keys: 'l',
  group: 'In a list',
  isOfScreen: true,
}
export const chooseLabels: Action = {
  id: 'choose-labels',
  get label() {
    return i18n.t('Labels')
  },
  keys: 'l',
  group: 'In a ticket',
}

export const labelActionsFor = (viewer: Pick<Viewer, 'role'>): readonly Action[] =>
  canLabel(viewer) ? [labelRow, chooseLabels] : []

/** The shell opens the list of labels. */
export const manageLabels: Action = {
  id: 'manage-labels',
  get label() {
    return i18n.t('Manage Labels')
  },
  icon: Tag,
  heading: 'Do',
  get words() {
    return i18n.t('tags categories colors rename')
  },
  isRare: true,
}
