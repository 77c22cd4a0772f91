import type { staff } from '../contract.ts'

/** Everybody of a role, as who shares with them reads it. */
export const everybodyOf: Record<(typeof staff)[number], string> = {
  internal: 'Internal staff',
  helpdesk: 'Helpdesk',
  super_user: 'Super users',
}
