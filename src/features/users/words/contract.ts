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

const plainWords: Record<Role, string> = {
  get client() {
    return i18n.t('client')
  },
  get internal() {
    return i18n.t('internal')
  },
  get helpdesk() {
    return i18n.t('helpdesk')
  },
  get super_user() {
    return i18n.t('super user')
  },
}

/** As the sidebar shows it. */
export const plainRole = (role: Role) => plainWords[role]
