import { i18n, words } from '#platform/contract/i18n.ts'
import type { staff } from '../contract.ts'

export const everybodyOf: Record<(typeof staff)[number], string> = words({
  internal: () => i18n.t('Internal staff'),
  helpdesk: () => i18n.t('Helpdesk'),
  super_user: () => i18n.t('Super users'),
})
