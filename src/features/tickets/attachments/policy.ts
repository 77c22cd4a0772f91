import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

/** Who may remove a file that they may see. What was sent stays sent: its sender alone cannot take it back. */
export const canRemoveAttachments = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
