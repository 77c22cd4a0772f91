import { listRoleRequests, listSessions, type LiveSession } from '#features/auth/server/queries.ts'
import { listClientNames } from '#features/clients/server/queries.ts'
import { roles, type UserFilter } from '#features/users/contract.ts'
import { countUsers, listCompanyNames } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { AccountCounts, type Session, type RoleRequest } from '../contract.ts'

export async function countAccounts(reader: Reader, filter: UserFilter): Promise<AccountCounts> {
  const counted = await countUsers(reader, filter)
  const countOf = new Map(counted.map(({ role, count }) => [role, count]))
  const byRole = roles.map((role) => [role, countOf.get(role) ?? 0] as const)
  return {
    total: byRole.reduce((sum, [, count]) => sum + count, 0),
    byRole: AccountCounts.shape.byRole.parse(Object.fromEntries(byRole)),
  }
}

/** Sorted, distinct names that are not empty. */
export async function listKnownCompanies(reader: Reader): Promise<string[]> {
  const [ofUsers, ofClients] = await Promise.all([listCompanyNames(reader), listClientNames(reader)])
  const names = new Set([...ofUsers, ...ofClients.map(({ name }) => name)])
  return [...names].sort((a, b) => a.localeCompare(b, 'en'))
}

export async function listWaiting(reader: Reader, now: Date): Promise<RoleRequest[]> {
  const rows = await listRoleRequests(reader, now)
  return rows.map(
    ({ user, emailProvedAt, request: { id, requestedRole, email, name, ip, version, createdAt } }) => ({
      id,
      user,
      isEmailConfirmed: emailProvedAt !== null,
      requestedRole,
      email,
      name,
      ip,
      version,
      createdAt: createdAt.toISOString(),
    }),
  )
}

/** @param viewer the user or a super user, and the session they act from */
export async function listSessionsOf(
  reader: Reader,
  viewer: Pick<LiveSession, 'sid'>,
  userId: string,
  now: Date,
): Promise<Session[]> {
  const rows = await listSessions(reader, userId, now)
  return rows.map(({ sid, sess, createdAt, expire }) => ({
    id: sid,
    ip: sess.ip,
    userAgent: sess.userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expire.toISOString(),
    isThis: sid === viewer.sid,
  }))
}
