import { i18n } from '#platform/contract/i18n.ts'
import type { TeamEntry } from '../contract.ts'

type Role = TeamEntry['role']

/** The words of the roles in a team. */
export const teamWords: Record<Role, string> = {
  get developer() {
    return i18n.t('Developer')
  },
  get lead() {
    return i18n.t('Lead')
  },
  get tester() {
    return i18n.t('Tester')
  },
  get manager() {
    return i18n.t('Manager')
  },
}

/** As the dialog that creates a product names it. */
export const createdTeamWords: Record<Role, string> = {
  get developer() {
    return teamWords.developer
  },
  get lead() {
    return i18n.t('Lead Developer')
  },
  get tester() {
    return teamWords.tester
  },
  get manager() {
    return i18n.t('Product Manager')
  },
}
