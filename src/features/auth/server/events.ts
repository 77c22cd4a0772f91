import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutUser = { about: 'user', isPublic: false } as const
const aboutRequest = { ...aboutUser, payload: z.object({ requestedRole: Role }) } as const

export const signedIn = defineFact('auth.signed_in', aboutUser)
/** The subject is the user whose address was tried; of an unknown address nothing is kept, for people type passwords there. */
export const signInFailed = defineFact('auth.sign_in_failed', {
  ...aboutUser,
  payload: z.object({
    isKnownAddress: z.boolean(),
    /** The number of failures from there for this account so far. */
    failures: z.number().optional(),
  }),
})
export const signedOut = defineFact('auth.signed_out', aboutUser)
export const sessionsEnded = defineFact('auth.sessions_ended', aboutUser)
export const firstAdministrator = defineFact('auth.first_administrator', aboutUser)
export const deskExposed = defineFact('auth.exposed', {
  about: null,
  isPublic: false,
  /** The sign of it, see `signOfExposure`. */
  payload: z.object({ by: z.string() }),
})
export const roleRequested = defineFact('role.requested', aboutRequest)
export const roleApproved = defineFact('role.approved', aboutRequest)
export const roleDeclined = defineFact('role.declined', aboutRequest)
export const roleRequestCancelled = defineFact('role.cancelled', aboutUser)
