import { i18n } from '#platform/contract/i18n.ts'
import type { Role } from '../contract.ts'

// Apart from the other contract, because the registration form needs no schema.

/** As the registration form names them. */
export const roleWords: Record<Role, string> = {
  get client() {
    return i18n.t('Client')
  },
  get internal() {
    return i18n.t('Internal')
  },
  get helpdesk() {
    return i18n.t('Helpdesk')
  },
  get super_user() {
    return i18n.t('Super User')
  },
}

/** As the sidebar shows it: the role itself, with a space for the underscore. */
export const plainRole = (role: Role) => role.replaceAll('_', ' ')
