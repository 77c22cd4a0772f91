import type { Role } from '../contract.ts'

// Apart from the other contract, because the registration form needs no schema.

/** As the registration form names them. */
export const roleWords: Record<Role, string> = {
  client: 'Client',
  internal: 'Internal',
  helpdesk: 'Helpdesk',
  super_user: 'Super User',
}

/** As the sidebar shows it: the role itself, with a space for the underscore. */
export const plainRole = (role: Role) => role.replaceAll('_', ' ')
