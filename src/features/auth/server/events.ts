import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Sign-in')

const aboutUser = { heading, about: 'user', isPublic: false } as const
const aboutRole = { ...aboutUser, heading: () => i18n.t('Roles') } as const
const aboutRequest = { ...aboutRole, payload: z.object({ requestedRole: Role }) } as const

export const signedIn = defineFact('auth.signed_in', { ...aboutUser, says: () => i18n.t('Signed in') })
/** Fact about the tried address's user. Unknown addresses are not kept: people type passwords there. */
export const signInFailed = defineFact('auth.sign_in_failed', {
  ...aboutUser,
  says: () => i18n.t('Failed to sign in'),
  payload: z.object({
    isKnownAddress: z.boolean(),
    failures: z.number().optional(),
  }),
})
export const signedOut = defineFact('auth.signed_out', { ...aboutUser, says: () => i18n.t('Signed out') })
export const sessionsEnded = defineFact('auth.sessions_ended', {
  ...aboutUser,
  says: () => i18n.t('Ended a session'),
})
export const firstAdministrator = defineFact('auth.first_administrator', {
  ...aboutUser,
  says: () => i18n.t('Became the first administrator'),
})
export const deskExposed = defineFact('auth.exposed', {
  says: () => i18n.t('Reached the server from another machine'),
  heading,
  about: null,
  isPublic: false,
  /** Sign of exposure, see `signOfExposure`. */
  payload: z.object({ by: z.string() }),
})
const aboutRegistration = { heading, about: null, isPublic: false } as const
export const approvalRequired = defineFact('auth.approval_required', {
  ...aboutRegistration,
  says: () => i18n.t('Required approval of staff roles'),
})
export const approvalLifted = defineFact('auth.approval_lifted', {
  ...aboutRegistration,
  says: () => i18n.t('Lifted the approval of staff roles'),
})
export const roleRequested = defineFact('role.requested', {
  ...aboutRequest,
  says: () => i18n.t('Requested a role'),
})
export const roleApproved = defineFact('role.approved', {
  ...aboutRequest,
  says: () => i18n.t('Approved a role'),
})
export const roleDeclined = defineFact('role.declined', {
  ...aboutRequest,
  says: () => i18n.t('Declined a role'),
})
export const roleRequestCancelled = defineFact('role.cancelled', {
  ...aboutRole,
  says: () => i18n.t('Withdrew a role request'),
})
