import { i18n } from '#platform/contract/i18n.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import type { View } from '../contract.ts'

/** Empty for an own private view. */
export function sharingWords({ owner, sharedWith }: View, viewer: CurrentUser): string {
  if (sharedWith === null || sharedWith === 'client') return ''
  const isOwn = owner.id === viewer.id
  return isOwn
    ? i18n.t('Shared with {people}', { people: everybodyOf[sharedWith] })
    : i18n.t('Shared by {name}', { name: nameOf(owner) })
}
