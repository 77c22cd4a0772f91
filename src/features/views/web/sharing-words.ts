import { i18n } from '#platform/contract/i18n.ts'
import { staff, type CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { listed } from '#platform/web/written.ts'
import type { View } from '../contract.ts'

/** True for a view of all roles of the team. */
export const isForTeam = (sharedWith: View['sharedWith']): boolean => sharedWith.length === staff.length

/** Empty for an own view that is private, or that has the badge of the team. */
export function sharingWords({ owner, sharedWith }: View, viewer: CurrentUser): string {
  if (sharedWith.length === 0) return ''
  if (owner.id !== viewer.id) return i18n.t('Shared by {name}', { name: nameOf(owner) })
  const people = listed(sharedWith.map((role) => everybodyOf[role]))
  return isForTeam(sharedWith) ? '' : i18n.t('Shared with {people}', { people })
}
