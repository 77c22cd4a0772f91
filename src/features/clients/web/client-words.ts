import { i18n, words } from '#platform/contract/i18n.ts'
import type { Client } from '../contract.ts'

type Assigned = Pick<Client, 'clientUsers'>

export const isAgent = ({ user }: Client['clientUsers'][number]) => user.role !== 'client'

/** Formats counts such as "2 client, 1 internal", the same for one as for several. */
export function usersSummary({ clientUsers }: Assigned): string {
  const internal = clientUsers.filter(isAgent).length
  const client = clientUsers.length - internal
  if (clientUsers.length === 0) return i18n.t('0 users')
  if (client === 0) return i18n.t('{internal} internal', { internal })
  return internal === 0
    ? i18n.t('{client} client users', { client })
    : i18n.t('{client} client, {internal} internal', { client, internal })
}

export const productsSummary = ({ products }: Pick<Client, 'products'>) =>
  i18n.t('{count, plural, one {# product} other {# products}}', { count: products.length })

export const assignmentWords: Record<Client['clientUsers'][number]['role'], string> = words({
  assigned: () => i18n.t('Assigned'),
  lead: () => i18n.t('Lead'),
  manager: () => i18n.t('Manager'),
  employee: () => i18n.t('Employee'),
  admin: () => i18n.t('Admin'),
  contact: () => i18n.t('Primary Contact'),
})

/** Says why there is no client to choose. */
export function noClientText({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isError) return i18n.t('The clients could not be loaded')
  return isPending ? i18n.t('Loading clients...') : i18n.t('No clients found')
}

/** Completes an address that lacks its scheme. */
export const websiteAddress = (website: string) =>
  /^https?:/i.test(website) ? website : `https://${website}`
