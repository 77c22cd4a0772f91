import type { Role } from '../contract.ts'

/** As the registration form names them. */
export const registrationRole: Record<Role, string> = {
  client: 'Client',
  internal: 'Internal',
  helpdesk: 'Helpdesk',
  super_user: 'Super User',
}

/** As the sidebar shows it: the role itself, with a space for the underscore. */
export const plainRole = (role: Role) => role.replaceAll('_', ' ')
