import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
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
import { ticketMails } from '#tables/ticket-mails.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { RegistrationMode } from '../contract.ts'

/** Session whose user is active, with that user's rights at this moment. */
export interface StandingSession extends Viewer {
  sid: string
}

export interface LiveSession extends StandingSession {
  expire: Date
  /** Time of the sign-in. */
  createdAt: Date
  /** Time when the password was last shown again; null: not since the sign-in. */
  passwordShownAt: Date | null
}

/** Absolute lifetime of a session, however much it is used. */
export const sessionEndsAfterMs = 30 * 24 * 60 * 60 * 1000
const earliestSignIn = (now: Date) => new Date(now.getTime() - sessionEndsAfterMs)
const isLive = (now: Date) => and(gt(sessions.expire, now), gt(sessions.createdAt, earliestSignIn(now)))

// Named aliases: drizzle leaves the table out of a column here, and `id` would be the assignment's.
const managed = sql<string[]>`array(select m.client_id from ${clientUsers} m
  where m.user_id = ${users}.id and m.role in ('admin', 'contact'))`

const own = sql<string[]>`array(select m.client_id from ${clientUsers} m where m.user_id = ${users}.id)`

const activeUser = and(eq(users.id, sessions.userId), eq(users.isActive, true))
const standing = {
  sid: sessions.sid,
  id: users.id,
  role: users.role,
  managedClientIds: managed,
  clientIds: own,
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

/** Serves every request. Companies count for clients only: an agent's assignment widens nothing. */
export async function findSession(reader: Reader, sid: string, now: Date): Promise<LiveSession | undefined> {
  const [session] = await sessionOf(reader, {
    sid,
    now: now.toISOString(),
    signedInAfter: earliestSignIn(now).toISOString(),
  })
  return session && asClientOnly(session)
}

// One array value: PostgreSQL takes 65,535 parameters, and a node may have more sockets open.
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

/** Lists the sessions that still stand, for connections that outlive a request. */
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
  viewer.role === 'client' ? viewer : { ...viewer, managedClientIds: [], clientIds: [] }

/** Language of messages to a user; null: that of the product. */
const readerLanguage = sql<Language | null>`coalesce(${users.language}, ${users.browserLanguage})`

async function listWithRights(reader: Reader, userIds: readonly string[], condition?: SQL) {
  if (userIds.length === 0) return []
  const found = await reader
    .select({
      id: users.id,
      role: users.role,
      managedClientIds: managed,
      clientIds: own,
      email: users.email,
      emailProvedAt: users.emailProvedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      isRegistered: sql<boolean>`${users.password} is not null`,
      language: readerLanguage,
    })
    .from(users)
    .where(and(inArray(users.id, [...new Set(userIds)]), eq(users.isActive, true), condition))
  return found.map(asClientOnly)
}

/** Lists the users who could sign in, with their present rights, for work in their name. */
export const listAble = (reader: Reader, userIds: readonly string[]) =>
  listWithRights(reader, userIds, isNotNull(users.password))

/**
 * Selects people who write by mail; they may never need a password. A mail makes people with an unproved address.
 * Staff and imports make them with a proved one.
 */
const writesMails = or(
  isNull(users.emailProvedAt),
  sql`exists (select from ${tickets} t where t.created_by_id = ${users}.id and t.source = 'email')`,
  sql`exists (select from ${ticketMails} m where m.user_id = ${users}.id and m.direction = 'in')`,
)

/** Lists the users who are sent messages: those of `listAble` and writers of mails, as far as they have a mailbox. */
export const listEntitled = (reader: Reader, userIds: readonly string[]) =>
  listWithRights(reader, userIds, and(canReceiveMail, or(isNotNull(users.password), writesMails)))

const selectCurrentUser = (reader: Reader) =>
  reader
    .select({
      user: users,
      request: { role: roleRequests.requestedRole, at: roleRequests.createdAt },
      pendingEmail: emailChanges.email,
    })
    .from(users)
    .leftJoin(roleRequests, and(eq(roleRequests.userId, users.id), eq(roleRequests.state, 'pending')))
    // An unverified present address is not a pending change.
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), ne(emailChanges.email, users.email)))
    .where(eq(users.id, sql.placeholder('id')))
const currentUser = prepared<{ id: string }, Awaited<ReturnType<typeof selectCurrentUser>>>(
  'current_user',
  selectCurrentUser,
)

export const requestLastsMs = 14 * 24 * 60 * 60 * 1000

/** Time after which a request is still pending. */
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

export async function findBootstrap(reader: Reader) {
  const rows = await reader.select().from(bootstrap)
  const { claimedAt, exposedBy, requiresApproval } = onlyRow(rows)
  return { isClaimed: claimedAt !== null, exposedBy, requiresApproval }
}

export interface Reachable {
  /** The server can be reached from this machine only. */
  isPrivateTrial: boolean
  hasPublicUrl: boolean
}

type Standing = Awaited<ReturnType<typeof findBootstrap>>

const isTrialAt = ({ isPrivateTrial, hasPublicUrl }: Reachable, { exposedBy }: Pick<Standing, 'exposedBy'>) =>
  isPrivateTrial && !hasPublicUrl && exposedBy === null

/** Tells whether only this machine can reach the server, and none other ever did. */
export const isPrivateTrial = async (reader: Reader, reachable: Reachable): Promise<boolean> =>
  isTrialAt(reachable, await findBootstrap(reader))

/** Factor on visitors' limits in a private trial, which scripts use and its own people cannot abuse. */
export const trialLenience = 10

export interface Registration extends Reachable {
  /** Configured mode; absent: open for this machine alone. */
  registration: RegistrationMode | undefined
}

/**
 * Decides the mode of registration.
 * @param registration configured mode; undefined: `open` for a private trial alone
 * @param requiresApproval a super user ended an open registration
 */
export function registrationMode(
  registration: RegistrationMode | undefined,
  isTrial: boolean,
  { requiresApproval }: Pick<Standing, 'requiresApproval'>,
): RegistrationMode {
  const configured = registration ?? (isTrial ? 'open' : 'approval')
  return configured === 'open' && requiresApproval ? 'approval' : configured
}

/** Tells whether registration gives the requested role. */
export async function isRegistrationOpen(
  reader: Reader,
  { registration, ...reachable }: Registration,
): Promise<boolean> {
  const standing = await findBootstrap(reader)
  return registrationMode(registration, isTrialAt(reachable, standing), standing) === 'open'
}

export const listSessions = (reader: Reader, userId: string, now: Date) =>
  reader
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.createdAt))

/** Counts decided requests, too. */
export const hasRoleRequest = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.$count(roleRequests, eq(roleRequests.id, id))) > 0

/** Lists the pending requests, longest first, without those that expired. */
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
