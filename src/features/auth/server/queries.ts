import { and, asc, desc, eq, gt, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { CurrentUser, Viewer } from '#features/users/contract.ts'
import { canReceiveMail } from '#features/users/server/queries.ts'
import type { Language } from '#platform/contract/i18n.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { bootstrap } from '#tables/bootstrap.ts'
import { clientUsers } from '#tables/client-users.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { sessions } from '#tables/sessions.ts'
import { users } from '#tables/users.ts'
import type { RegistrationMode } from '../contract.ts'

/** A session whose user is active, with that user's rights at this moment. */
export interface StandingSession extends Viewer {
  sid: string
}

/** The same, with its times. */
export interface LiveSession extends StandingSession {
  expire: Date
  /** When they signed in. */
  createdAt: Date
  /** When they have shown their password again since; null: not yet. */
  passwordShownAt: Date | null
}

/** However much a session is used, this long after the sign-in it is over. */
export const sessionEndsAfterMs = 30 * 24 * 60 * 60 * 1000
const earliestSignIn = (now: Date) => new Date(now.getTime() - sessionEndsAfterMs)
const isLive = (now: Date) => and(gt(sessions.expire, now), gt(sessions.createdAt, earliestSignIn(now)))

// Under names of its own: in a query of one table drizzle leaves the table out of a column, and `id` would be that of the assignment.
const managed = sql<string[]>`array(select m.client_id from ${clientUsers} m
  where m.user_id = ${users}.id and m.role in ('admin', 'contact'))`

const activeUser = and(eq(users.id, sessions.userId), eq(users.isActive, true))
const standing = {
  sid: sessions.sid,
  id: users.id,
  role: users.role,
  managedClientIds: managed,
}

const sessionOf = prepared<{ sid: string; now: string; signedInAfter: string }, LiveSession[]>(
  'find_session',
  (reader) =>
    reader
      .select({
        ...standing,
        expire: sessions.expire,
        createdAt: sessions.createdAt,
        passwordShownAt: sessions.passwordShownAt,
      })
      .from(sessions)
      .innerJoin(users, activeUser)
      .where(
        and(
          eq(sessions.sid, sql.placeholder('sid')),
          gt(sessions.expire, sql.placeholder('now')),
          gt(sessions.createdAt, sql.placeholder('signedInAfter')),
        ),
      ),
)

/** Finds the session, if it stands; every request asks for it. Companies count for clients only: an agent's assignment widens nothing. */
export async function findSession(reader: Reader, sid: string, now: Date): Promise<LiveSession | undefined> {
  const [session] = await sessionOf(reader, {
    sid,
    now: now.toISOString(),
    signedInAfter: earliestSignIn(now).toISOString(),
  })
  return session && asClientOnly(session)
}

// All of them as one value: PostgreSQL takes no more than 65,535, and a node may have more sockets open.
const sessionsOf = prepared<
  { sids: readonly string[]; now: string; signedInAfter: string },
  StandingSession[]
>('live_sessions', (reader) =>
  reader
    .select(standing)
    .from(sessions)
    .innerJoin(users, activeUser)
    .where(
      and(
        sql`${sessions.sid} = any(${sql.placeholder('sids')})`,
        gt(sessions.expire, sql.placeholder('now')),
        gt(sessions.createdAt, sql.placeholder('signedInAfter')),
      ),
    ),
)

/** Lists the sessions that still stand, for everything that stays open longer than a request. */
export async function listLiveSessions(
  reader: Reader,
  sids: readonly string[],
  now: Date,
): Promise<StandingSession[]> {
  if (sids.length === 0) return []
  const found = await sessionsOf(reader, {
    sids,
    now: now.toISOString(),
    signedInAfter: earliestSignIn(now).toISOString(),
  })
  return found.map(asClientOnly)
}

const asClientOnly = <V extends Viewer>(viewer: V): V =>
  viewer.role === 'client' ? viewer : { ...viewer, managedClientIds: [] }

/** The language of what a user is sent; null: that of the product. */
const readerLanguage = sql<Language | null>`coalesce(${users.language}, ${users.browserLanguage})`

async function listWithRights(reader: Reader, userIds: readonly string[], condition?: SQL) {
  if (userIds.length === 0) return []
  const found = await reader
    .select({
      id: users.id,
      role: users.role,
      managedClientIds: managed,
      email: users.email,
      emailProvedAt: users.emailProvedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      language: readerLanguage,
    })
    .from(users)
    .where(
      and(
        inArray(users.id, [...new Set(userIds)]),
        eq(users.isActive, true),
        isNotNull(users.password),
        condition,
      ),
    )
  return found.map(asClientOnly)
}

/** Lists the users who could sign in, with their rights at this moment; for work in their name later, or from elsewhere. */
export const listAble = (reader: Reader, userIds: readonly string[]) => listWithRights(reader, userIds)

/** Lists those who can be mailed, too; for messages to people who are not connected. */
export const listEntitled = (reader: Reader, userIds: readonly string[]) =>
  listWithRights(reader, userIds, canReceiveMail)

const selectCurrentUser = (reader: Reader) =>
  reader
    .select({
      user: users,
      request: { role: roleRequests.requestedRole, at: roleRequests.createdAt },
      pendingEmail: emailChanges.email,
    })
    .from(users)
    .leftJoin(roleRequests, and(eq(roleRequests.userId, users.id), eq(roleRequests.state, 'pending')))
    // The address that somebody has and has not proved is none that they wait for.
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), ne(emailChanges.email, users.email)))
    .where(eq(users.id, sql.placeholder('id')))
const currentUser = prepared<{ id: string }, Awaited<ReturnType<typeof selectCurrentUser>>>(
  'current_user',
  selectCurrentUser,
)

export const requestLastsMs = 14 * 24 * 60 * 60 * 1000

/** Requests for a role that were made before have been waited for long enough. */
const requestsSince = (now: Date) => new Date(now.getTime() - requestLastsMs)

export async function findCurrentUser(
  reader: Reader,
  id: string,
  now: Date,
): Promise<CurrentUser | undefined> {
  const [found] = await currentUser(reader, { id })
  if (!found) return undefined
  const { user, request, pendingEmail } = found
  return {
    ...user,
    language: user.language ?? undefined,
    requestedRole: request && request.at > requestsSince(now) ? request.role : undefined,
    pendingEmail: pendingEmail ?? undefined,
  }
}

/** Whether somebody has become the first administrator, and what showed that the server is reached from other machines. */
export async function findBootstrap(reader: Reader) {
  const rows = await reader.select().from(bootstrap)
  const { claimedAt, exposedBy } = onlyRow(rows)
  return { isClaimed: claimedAt !== null, exposedBy }
}

/** How the server can be reached, as it is configured. */
export interface Reachable {
  /** Only from this machine. */
  isPrivateTrial: boolean
  hasPublicUrl: boolean
}

/** Whether nobody but the people of this machine calls: it can be reached from nowhere else, and never was. */
export const isPrivateTrial = async (reader: Reader, reachable: Reachable): Promise<boolean> =>
  reachable.isPrivateTrial && !reachable.hasPublicUrl && (await findBootstrap(reader)).exposedBy === null

/** How many times the usual limit strangers have in a private trial, which is tried by script and not guarded against its own people. */
export const trialLenience = 10

export interface Registration extends Reachable {
  /** As it is configured; absent: open for this machine alone. */
  registration: RegistrationMode | undefined
}

/** Whether people who register get the role they ask for. */
export async function isRegistrationOpen(
  reader: Reader,
  { registration, ...reachable }: Registration,
): Promise<boolean> {
  return registration === undefined ? isPrivateTrial(reader, reachable) : registration === 'open'
}

/** Where a user is signed in, newest first. */
export const listSessions = (reader: Reader, userId: string, now: Date) =>
  reader
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.createdAt))

/** Whether there ever was a request for a role, decided or not. */
export const hasRoleRequest = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.$count(roleRequests, eq(roleRequests.id, id))) > 0

/** The requests for a role that wait, longest first; after two weeks nobody waits any more. */
export const listRoleRequests = (reader: Reader, now: Date) =>
  reader
    .select({
      request: roleRequests,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
      },
      emailProvedAt: users.emailProvedAt,
    })
    .from(roleRequests)
    .innerJoin(users, and(eq(users.id, roleRequests.userId), eq(users.isActive, true)))
    .where(and(eq(roleRequests.state, 'pending'), gt(roleRequests.createdAt, requestsSince(now))))
    .orderBy(asc(roleRequests.createdAt), asc(roleRequests.id))
