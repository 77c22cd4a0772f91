import type { Role } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

const about = (
  type: string,
  userId: string | null,
  ip: string,
  data: Record<string, unknown> = {},
): Announcement => ({
  type,
  isPublic: false,
  actorId: userId,
  ...(userId !== null && { subjectId: userId }),
  ip,
  data,
})

export const signedIn = (userId: string, ip: string) => about('auth.signed_in', userId, ip)
/**
 * @param userId whose address was tried; null: nobody's, and then nothing is kept of what was typed, which may be a password
 * @param failures how many there were from there for this account by then
 */
export const signInFailed = (userId: string | null, failures: number, ip: string): Announcement => ({
  ...about('auth.sign_in_failed', null, ip, { isKnownAddress: userId !== null, failures }),
  ...(userId !== null && { subjectId: userId }),
})
export const signedOut = (userId: string, ip: string) => about('auth.signed_out', userId, ip)
export const roleRequested = (userId: string, ip: string, requestedRole: Role) =>
  about('role.requested', userId, ip, { requestedRole })
export const roleDecided = (
  userId: string,
  by: { actorId: string; ip: string },
  decision: 'approved' | 'declined',
  requestedRole: Role,
): Announcement => ({
  type: `role.${decision}`,
  isPublic: false,
  subjectId: userId,
  ...by,
  data: { requestedRole },
})
export const roleRequestCancelled = (userId: string, actorId: string): Announcement => ({
  type: 'role.cancelled',
  isPublic: false,
  subjectId: userId,
  actorId,
})
export const sessionsEnded = (userId: string, ip: string) => about('auth.sessions_ended', userId, ip)
export const firstAdministrator = (userId: string, ip: string) =>
  about('auth.first_administrator', userId, ip)
/** `by`: what showed it, see `signOfExposure`. */
export const deskExposed = (by: string, ip: string) => about('auth.exposed', null, ip, { by })
