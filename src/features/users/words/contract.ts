import { i18n, words } from '#platform/contract/i18n.ts'
import type { Role } from '../contract.ts'

// Separate from the other contract, as the registration form needs no schema.

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

export const plainRole = (role: Role) => plainWords[role]
