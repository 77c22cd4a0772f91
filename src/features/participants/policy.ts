import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

interface Asked {
  createdById: string
  clientId: string
}

/** Allows the desk, and the requester unless they only typed the name of the company. */
export const canInvite = (viewer: Viewer, { createdById, clientId }: Asked): boolean =>
  isDesk(viewer) || (viewer.id === createdById && (isStaff(viewer) || viewer.clientIds.includes(clientId)))

export const canRemoveParticipant = (viewer: Viewer, ticket: Asked, userId: string | null): boolean =>
  viewer.id === userId || canInvite(viewer, ticket)
