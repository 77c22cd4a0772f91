import { deletableKinds, type DeletableKind } from '#features/trash/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isDesk } from '#features/users/policy.ts'

type Acting = Pick<Viewer, 'role'>

/** Equals the right to delete: clients are for super users alone. */
export const canRestore = (viewer: Acting, kind: DeletableKind): boolean =>
  kind === 'client' ? isAdministrator(viewer) : isDesk(viewer)

export const restorableKinds = (viewer: Acting): DeletableKind[] =>
  deletableKinds.filter((kind) => canRestore(viewer, kind))

/** Super users alone delete for good before the time is over. */
export const canPurge = (viewer: Acting): boolean => isAdministrator(viewer)
