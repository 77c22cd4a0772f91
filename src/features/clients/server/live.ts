import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { changedRule } from '#platform/server/live-rule.ts'

/** The desk hears that client companies, or who is assigned to them, have changed. */
export const clientLive = changedRule<Viewer>(
  'clients',
  (viewer, { type }) => isDesk(viewer) && type.startsWith('client.'),
)
