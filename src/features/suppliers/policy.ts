import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'

export const canSetSupplier = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)
