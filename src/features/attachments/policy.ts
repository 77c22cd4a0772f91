import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

/** Permits the desk only: an author alone cannot take a file back. */
export const canRemoveAttachments = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
