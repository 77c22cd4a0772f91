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
export const signInFailed = (email: string, ip: string) => about('auth.sign_in_failed', null, ip, { email })
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
