import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

interface Owned {
  owner: { id: string }
  sharedWith: readonly string[]
}

/** Allows the owner, the roles it is shared with, and super users if it is shared at all. The SQL twin is `visibleTo`. */
export const canSeeAnswer = (viewer: Pick<Viewer, 'id' | 'role'>, { owner, sharedWith }: Owned): boolean =>
  isStaff(viewer) &&
  (owner.id === viewer.id ||
    sharedWith.includes(viewer.role) ||
    (sharedWith.length > 0 && viewer.role === 'super_user'))

/** Allows the owner; the desk maintains shared answers. */
export const canChangeAnswer = (viewer: Pick<Viewer, 'id' | 'role'>, answer: Owned): boolean =>
  canSeeAnswer(viewer, answer) && (answer.owner.id === viewer.id || isDesk(viewer))

export const canShareAnswers = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
