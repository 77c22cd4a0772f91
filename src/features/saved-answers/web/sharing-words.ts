import { i18n } from '#platform/contract/i18n.ts'
import { listed } from '#platform/web/written.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import type { SavedAnswer } from '../contract.ts'

export function sharingWords({ owner, sharedWith }: SavedAnswer, viewer: CurrentUser): string {
  if (sharedWith.length === 0) return i18n.t('Only me')
  const names = listed(sharedWith.map((role) => everybodyOf[role]))
  return owner.id === viewer.id
    ? i18n.t('Shared with {names}', { names })
    : i18n.t('Shared by {name} with {names}', { name: nameOf(owner), names })
}
