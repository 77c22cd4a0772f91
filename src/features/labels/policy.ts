import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

type Acting = Pick<Viewer, 'role'>

/** Labels are internal words: even their existence is for staff only. */
export const canSeeLabels = (viewer: Acting): boolean => isStaff(viewer)
/** On any ticket that they see. */
export const canLabel = (viewer: Acting): boolean => isStaff(viewer)
export const canManageLabels = (viewer: Acting): boolean => isDesk(viewer)
