import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

/** Who may remove a file that they may see: the desk, and whoever added it. */
export const canRemoveAttachment = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  attachment: { uploadedBy: { id: string } },
): boolean => isDesk(viewer) || viewer.id === attachment.uploadedBy.id
