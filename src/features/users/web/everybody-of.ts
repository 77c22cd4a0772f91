import { i18n } from '#platform/contract/i18n.ts'
import type { staff } from '../contract.ts'

/** Everybody of a role, as who shares with them reads it. */
export const everybodyOf: Record<(typeof staff)[number], string> = {
  get internal() {
    return i18n.t('Internal staff')
  },
  get helpdesk() {
    return i18n.t('Helpdesk')
  },
  get super_user() {
    return i18n.t('Super users')
  },
}
