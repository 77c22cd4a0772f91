import type { Client } from '../contract.ts'

type Assigned = Pick<Client, 'clientUsers'>

export const isAgent = ({ user }: Client['clientUsers'][number]) => user.role !== 'client'

/** Such as "2 client, 1 internal"; the number is written without regard to grammar. */
export function usersSummary({ clientUsers }: Assigned): string {
  const internal = clientUsers.filter(isAgent).length
  const client = clientUsers.length - internal
  if (clientUsers.length === 0) return '0 users'
  if (client === 0) return `${internal} internal`
  return internal === 0 ? `${client} client users` : `${client} client, ${internal} internal`
}

export const productsSummary = ({ products }: Pick<Client, 'products'>) => `${products.length} products`

/** The words of a person's role in a company, for forms and tables. */
export const assignmentWords: Record<Client['clientUsers'][number]['role'], string> = {
  assigned: 'Assigned',
  lead: 'Lead',
  manager: 'Manager',
  employee: 'Employee',
  admin: 'Admin',
  contact: 'Primary Contact',
}

/** The address to open; people leave out the scheme. */
export const websiteAddress = (website: string) =>
  /^https?:/i.test(website) ? website : `https://${website}`
