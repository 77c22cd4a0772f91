import { i18n, words } from '#platform/contract/i18n.ts'
import type { TeamEntry } from '../contract.ts'

type Role = TeamEntry['role']

export const teamWords: Record<Role, string> = words({
  developer: () => i18n.t('Developer'),
  lead: () => i18n.t('Lead'),
  tester: () => i18n.t('Tester'),
  manager: () => i18n.t('Manager'),
})

/** Words of the dialog that creates a product. */
export const createdTeamWords: Record<Role, string> = words({
  developer: () => teamWords.developer,
  lead: () => i18n.t('Lead Developer'),
  tester: () => teamWords.tester,
  manager: () => i18n.t('Product Manager'),
})
