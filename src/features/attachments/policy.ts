import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

/** Who may remove a file that they may see. A sender alone cannot take a file back. */
export const canRemoveAttachments = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
