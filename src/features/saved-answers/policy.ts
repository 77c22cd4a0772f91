import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

interface Kept {
  ownerId: string
  sharedWith: readonly string[]
}

/** Its owner, everybody of the roles it is shared with, and super users whatever is shared with anybody. */
export const canSeeAnswer = (viewer: Pick<Viewer, 'id' | 'role'>, { ownerId, sharedWith }: Kept): boolean =>
  isStaff(viewer) &&
  (ownerId === viewer.id ||
    sharedWith.includes(viewer.role) ||
    (sharedWith.length > 0 && viewer.role === 'super_user'))

/** Its owner; what is shared is the desk's to keep right. */
export const canChangeAnswer = (viewer: Pick<Viewer, 'id' | 'role'>, answer: Kept): boolean =>
  canSeeAnswer(viewer, answer) && (answer.ownerId === viewer.id || isDesk(viewer))

export const canShareAnswers = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
