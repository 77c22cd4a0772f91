import { i18n, words } from '#platform/contract/i18n.ts'
import type { Role } from '../contract.ts'

// Apart from the other contract, because the registration form needs no schema.

/** As the registration form names them. */
export const roleWords: Record<Role, string> = words({
  client: () => i18n.t('Client'),
  internal: () => i18n.t('Internal'),
  helpdesk: () => i18n.t('Helpdesk'),
  super_user: () => i18n.t('Super User'),
})

const plainWords: Record<Role, string> = words({
  client: () => i18n.t('client'),
  internal: () => i18n.t('internal'),
  helpdesk: () => i18n.t('helpdesk'),
  super_user: () => i18n.t('super user'),
})

/** As the sidebar shows it. */
export const plainRole = (role: Role) => plainWords[role]
