import { listRoleRequests, listSessions, type LiveSession } from '#features/auth/server/queries.ts'
import { listClientNames } from '#features/clients/server/queries.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { roles, type User, type Viewer } from '#features/users/contract.ts'
import { countUsers, findUser, listCompanyNames, listUsers } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database.ts'
import type { AccountCountQuery, AccountCounts, AccountQuery, OwnSession, RoleRequest } from '../contract.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** As much of a user as this viewer may know; never the password. */
export function shapeUser(viewer: Pick<Viewer, 'role'>, row: Row): User {
  const { id, email, firstName, lastName, role } = row
  const known = { id, email, firstName, lastName, role }
  if (!isAdministrator(viewer)) return known
  const { companyName, mobileNumber, profileImageUrl, isActive, createdAt, updatedAt } = row
  return {
    ...known,
    companyName,
    mobileNumber,
    profileImageUrl,
    isActive,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const asBoolean = (word: 'true' | 'false' | undefined) => (word === undefined ? undefined : word === 'true')

export async function listAccounts(reader: Reader, viewer: Viewer, query: AccountQuery): Promise<User[]> {
  const { limit, offset, isActive, ...filter } = query
  const rows = await listUsers(reader, { ...filter, isActive: asBoolean(isActive) }, { limit, offset })
  return rows.map((row) => shapeUser(viewer, row))
}

export async function countAccounts(reader: Reader, query: AccountCountQuery): Promise<AccountCounts> {
  const counted = await countUsers(reader, { search: query.search, isActive: asBoolean(query.isActive) })
  const countOf = new Map(counted.map(({ role, count }) => [role, count]))
  const byRole = roles.map((role) => [role, countOf.get(role) ?? 0] as const)
  return {
    total: byRole.reduce((sum, [, count]) => sum + count, 0),
    byRole: Object.fromEntries(byRole) as AccountCounts['byRole'],
  }
}

/** Distinct, not empty, in the order of the alphabet. */
export async function listKnownCompanies(reader: Reader): Promise<string[]> {
  const [ofUsers, ofClients] = await Promise.all([listCompanyNames(reader), listClientNames(reader)])
  const names = new Set([...ofUsers, ...ofClients.map(({ name }) => name)])
  return [...names].sort((a, b) => a.localeCompare(b, 'en'))
}

export async function listWaiting(reader: Reader, now: Date): Promise<RoleRequest[]> {
  const rows = await listRoleRequests(reader, now)
  return rows.map(({ user, request: { id, requestedRole, email, name, ip, version, createdAt } }) => ({
    id,
    user,
    requestedRole,
    email,
    name,
    ip,
    version,
    createdAt: createdAt.toISOString(),
  }))
}

export async function listOwnSessions(reader: Reader, viewer: LiveSession, now: Date): Promise<OwnSession[]> {
  const rows = await listSessions(reader, viewer.id, now)
  return rows.map(({ sid, sess, createdAt, expire }) => ({
    id: sid,
    ip: sess.ip,
    userAgent: sess.userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expire.toISOString(),
    isThis: sid === viewer.sid,
  }))
}
