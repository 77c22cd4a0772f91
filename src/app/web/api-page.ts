import { i18n } from '#platform/contract/i18n.ts'

export const label = () => i18n.t('API Documentation')
export const address = '/api-docs'
export const inNewTab = { href: address, target: '_blank', rel: 'noreferrer' }
