import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

interface Owned {
  owner: { id: string }
  sharedWith: readonly string[]
}

/** Allows the owner, the roles it is shared with, and super users if it is shared at all. */
export const canSeeView = (viewer: Pick<Viewer, 'id' | 'role'>, { owner, sharedWith }: Owned): boolean =>
  isStaff(viewer) &&
  (owner.id === viewer.id ||
    sharedWith.includes(viewer.role) ||
    (sharedWith.length > 0 && viewer.role === 'super_user'))

export const canChangeView = (viewer: Pick<Viewer, 'id' | 'role'>, view: Owned): boolean =>
  canSeeView(viewer, view) && (view.owner.id === viewer.id || viewer.role === 'super_user')

export const canShareViews = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
