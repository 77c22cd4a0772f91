import type { Visibility } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'

export const canSetSupplier = (viewer: Pick<Viewer, 'role'>): boolean => isDesk(viewer)

/** Mails of the team, of the requester and of participants are comments, which those of a supplier are not. */
export const canBeSupplier = (
  person: Pick<Viewer, 'id' | 'role'>,
  { createdById, participantIds }: Pick<Visibility, 'createdById' | 'participantIds'>,
): boolean => !isStaff(person) && person.id !== createdById && !participantIds.includes(person.id)
