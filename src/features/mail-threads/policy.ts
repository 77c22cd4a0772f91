import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

/** Allows mail again to an address that refused it. */
export const canClearBounce = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
