import type { TeamEntry } from '../contract.ts'

type Role = TeamEntry['role']

/** The words of the roles in a team. */
export const teamWords: Record<Role, string> = {
  developer: 'Developer',
  lead: 'Lead',
  tester: 'Tester',
  manager: 'Manager',
}

/** As the dialog that creates a product names it. */
export const createdTeamWords: Record<Role, string> = {
  ...teamWords,
  lead: 'Lead Developer',
  manager: 'Product Manager',
}
