import { i18n, type Language } from '#platform/contract/i18n.ts'
import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Role, Viewer } from '#features/users/contract.ts'
import type { By } from '#features/users/server/events.ts'
import { findUserByCredentials, findUserByEmail } from '#features/users/server/queries.ts'
import {
  createUser,
  hasPassword,
  lockUser,
  recordBrowserLanguage,
  type NewUser,
} from '#features/users/server/service.ts'
import { AppError, invalid, notFound, passwordNeeded } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { bootstrap } from '#tables/bootstrap.ts'
import { rateLimits } from '#tables/rate-limits.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { sessions } from '#tables/sessions.ts'
import type { Login, Registration, RegistrationMode } from '../contract.ts'
import { countersOf } from './limits.ts'
import { findBootstrap, requestLastsMs, sessionEndsAfterMs, type LiveSession } from './queries.ts'
import {
  approvalLifted,
  approvalRequired,
  firstAdministrator,
  roleApproved,
  roleDeclined,
  roleRequestCancelled,
  roleRequested,
  sessionsEnded,
  signedIn,
  signedOut,
  signInFailed,
} from './events.ts'

const dayMs = 24 * 60 * 60 * 1000
export const sessionLastsMs = 7 * dayMs
/** Least time between renewals of a session, so that not every read is a write. */
const renewedEveryMs = 60 * 60 * 1000

/** Digest of the token in a cookie, which is stored and names its session. */
export const sidOf = (token: string) => sha256Of(token)

interface Device {
  ip: string
  userAgent: string
}

interface SignIn {
  device: Device
  language: Language | undefined
  /** Token of the session that the new one replaces. */
  previousToken: string | undefined
}

const byThemselves = (userId: string) => ({ actorId: userId, subjectId: userId })

const wrongCredentials = () => new AppError('unauthenticated', i18n.t('Invalid email or password'))

/**
 * Takes the same time and fails alike for an unknown address and a wrong password.
 * @returns the token for the cookie; only its hash is stored
 * @throws {AppError} `unauthenticated`
 */
export async function signIn(
  work: DoWork,
  db: Database,
  login: Login,
  { device, language, previousToken }: SignIn,
): Promise<{ token: string; userId: string }> {
  const { email } = login
  const user = await findUserByCredentials(db, email, login.password)
  if (!user) throw wrongCredentials()
  // Check again: password or user may have changed. A later change ends this session.
  const token = await work(async (unit) => {
    if (!(await hasPassword(unit, user.id, user.password))) return undefined
    if (language && language !== user.browserLanguage) await recordBrowserLanguage(unit, user.id, language)
    return openSession(unit, user.id, device, previousToken)
  })
  if (token === undefined) throw wrongCredentials()
  return { token, userId: user.id }
}

/** @param previousToken of the session to replace @returns the token; only its hash is stored */
export async function openSession(
  unit: Work,
  userId: string,
  device: Device,
  previousToken?: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  if (previousToken !== undefined)
    await unit.tx.delete(sessions).where(eq(sessions.sid, sidOf(previousToken)))
  await unit.tx.insert(sessions).values({
    sid: sidOf(token),
    sess: device,
    expire: new Date(unit.now.getTime() + sessionLastsMs),
    userId,
    createdAt: unit.now,
  })
  unit.announce(signedIn({ ...byThemselves(userId), ip: device.ip }))
  return token
}

/** Time before an irreversible or revealing action asks for the password again. */
const passwordCountsForMs = 15 * 60 * 1000

/** @throws {AppError} `password_needed` when the password was shown longer ago */
export function requirePassword({ createdAt, passwordShownAt }: LiveSession, now: Date): void {
  const shownAt = passwordShownAt ?? createdAt
  if (now.getTime() - shownAt.getTime() > passwordCountsForMs) throw passwordNeeded()
}

/** @param verified hash that was compared @throws {AppError} `invalid` for a password changed since */
export async function recordPasswordShown(
  unit: Work,
  { id, sid }: LiveSession,
  verified: string,
): Promise<void> {
  if (!(await hasPassword(unit, id, verified))) throw notOwnPassword()
  await unit.tx.update(sessions).set({ passwordShownAt: unit.now }).where(eq(sessions.sid, sid))
}

export const notOwnPassword = () => invalid('password', i18n.t('This is not your current password'))

/** @param failures from that address for this account so far */
export async function recordFailedSignIn(work: DoWork, email: string, failures: number): Promise<void> {
  await work(async (unit) => {
    const user = await findUserByEmail(unit.tx, email)
    const data = { isKnownAddress: user !== undefined, failures }
    unit.announce(signInFailed({ actorId: null, subjectId: user?.id ?? null, data }))
  })
}

export async function signOut(unit: Work, token: string): Promise<void> {
  const [ended] = await unit.tx
    .delete(sessions)
    .where(eq(sessions.sid, sidOf(token)))
    .returning({ userId: sessions.userId })
  if (ended) unit.announce(signedOut(byThemselves(ended.userId)))
}

/** Ends every session of a user, after a change of password or role. */
export const endSessions = (unit: Work, userId: string) =>
  unit.tx.delete(sessions).where(eq(sessions.userId, userId))

/** @param by the user themselves, or a super user @returns whether there was one */
export async function endSession(
  unit: Work,
  by: Pick<Viewer, 'id'>,
  userId: string,
  sid: string,
): Promise<boolean> {
  const ended = await unit.tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  if (ended.length > 0) unit.announce(sessionsEnded({ actorId: by.id, subjectId: userId }))
  return ended.length > 0
}

export async function endOtherSessions(unit: Work, userId: string, sid: string): Promise<void> {
  await unit.tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, sid)))
}

/** Cancels a request when the requester's name, address or role changes. */
export async function cancelRoleRequest(unit: Work, userId: string, actorId: string): Promise<void> {
  const cancelled = await unit.tx
    .update(roleRequests)
    .set({ state: 'cancelled', version: sql`${roleRequests.version} + 1` })
    .where(and(eq(roleRequests.userId, userId), eq(roleRequests.state, 'pending')))
    .returning({ id: roleRequests.id })
  if (cancelled.length > 0) unit.announce(roleRequestCancelled({ actorId, subjectId: userId }))
}

/**
 * Decides a pending request; the caller applies it.
 * @param version that the decider saw
 * @throws {AppError} `not_found`; `conflict` when it was decided, withdrawn or has expired
 */
export async function decideRoleRequest(
  unit: Work,
  id: string,
  version: number,
  decision: 'approved' | 'declined',
  by: By,
) {
  const isAsked = eq(roleRequests.id, id)
  const [asked] = await unit.tx.select({ userId: roleRequests.userId }).from(roleRequests).where(isAsked)
  if (!asked) throw notFound()
  // Lock the user's row first, the order of all changes to a user.
  await lockUser(unit, asked.userId)
  const [request] = await unit.tx.select().from(roleRequests).where(isAsked).for('no key update')
  if (!request) throw notFound()
  if (request.state !== 'pending' || request.version !== version)
    throw new AppError('conflict', i18n.t('This request has already been answered or withdrawn.'))
  if (request.createdAt.getTime() <= unit.now.getTime() - requestLastsMs)
    throw new AppError('conflict', i18n.t('This request is older than 14 days and has expired.'))
  await unit.tx
    .update(roleRequests)
    .set({ state: decision, version: version + 1, decidedById: by.actorId, decidedAt: unit.now })
    .where(isAsked)
  const { userId, requestedRole } = request
  const fact = decision === 'approved' ? roleApproved : roleDeclined
  unit.announce(fact({ ...by, subjectId: userId, data: { requestedRole } }))
  return { userId, requestedRole }
}

/** Extends a session to seven days, within its absolute end. @returns undefined when unchanged */
export async function renewSession(
  db: Database,
  session: { sid: string; expire: Date; createdAt: Date },
  now: Date,
): Promise<Date | undefined> {
  const latest = session.createdAt.getTime() + sessionEndsAfterMs
  const expire = new Date(Math.min(now.getTime() + sessionLastsMs, latest))
  if (expire.getTime() - session.expire.getTime() < renewedEveryMs) return undefined
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, session.sid))
  return expire
}

export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now))
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

/** Deletes the sessions, role requests and attempt counters of a person. */
export async function forgetPerson({ tx }: Work, person: FormerPerson): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, person.id))
  await tx.delete(roleRequests).where(eq(roleRequests.userId, person.id))
  const { whole, beginnings } = countersOf(person)
  await tx
    .delete(rateLimits)
    .where(
      or(
        inArray(rateLimits.key, whole),
        ...beginnings.map((beginning) => sql`starts_with(${rateLimits.key}, ${beginning})`),
      ),
    )
}

/** Rules of one registration, by the configuration and its origin. */
export interface RegistrationRules {
  mode: RegistrationMode
  /** This registration may become the first administrator. */
  mayClaim: boolean
}

/** Facts that close an open registration. */
export interface RegistrationStanding {
  /** Sign of another machine that reached the server; null: none ever did. */
  exposedBy: string | null
  /** A super user required approval. */
  requiresApproval: boolean
}

interface Registering {
  /** @param standing as read in this transaction */
  rulesFor(standing: RegistrationStanding): RegistrationRules
  language: Language | undefined
}

/** @throws {AppError} `forbidden` when registration is closed, `conflict` for a used address */
export async function register(
  unit: Work,
  { password: _password, setupToken: _setupToken, ...asked }: Registration,
  passwordHash: string,
  { rulesFor, language }: Registering,
) {
  const { mode, mayClaim } = rulesFor(await findBootstrap(unit.tx))
  const asksForAdministrator = asked.role === 'super_user'
  const canClaim = asksForAdministrator && mayClaim && (await lockUnclaimed(unit))
  if (mode === 'closed' && !canClaim) throw new AppError('forbidden', i18n.t('Registration is closed'))
  const given: Role = mode === 'open' || canClaim ? asked.role : 'client'
  const user = await createUser(
    unit,
    // The first administrator controls the server, so no one else can verify the address.
    { ...asked, passwordHash, role: given, browserLanguage: language, isEmailConfirmed: canClaim },
    { actorId: null },
  )
  if (canClaim) {
    await claim(unit, user.id)
    unit.announce(firstAdministrator(byThemselves(user.id)))
  }
  if (given === asked.role) return { ...user, language: undefined, requestedRole: undefined }
  await unit.tx.insert(roleRequests).values({
    userId: user.id,
    requestedRole: asked.role,
    email: user.email,
    name: `${user.firstName} ${user.lastName}`,
    ip: unit.ip,
    createdAt: unit.now,
  })
  unit.announce(roleRequested({ ...byThemselves(user.id), data: { requestedRole: asked.role } }))
  return { ...user, language: undefined, requestedRole: asked.role }
}

/** Has staff roles wait for approval where the configuration gives them to everybody, or no longer. */
export async function setApproval(unit: Work, viewer: Viewer, requiresApproval: boolean): Promise<void> {
  const changed = await unit.tx
    .update(bootstrap)
    .set({ requiresApproval })
    .where(and(eq(bootstrap.id, 1), ne(bootstrap.requiresApproval, requiresApproval)))
    .returning({ id: bootstrap.id })
  const fact = requiresApproval ? approvalRequired : approvalLifted
  if (changed.length > 0) unit.announce(fact({ actorId: viewer.id }))
}

/** Locks the row of the first administrator; of concurrent registrations, one finds it unclaimed. */
async function lockUnclaimed(unit: Work): Promise<boolean> {
  const [row] = await unit.tx.select().from(bootstrap).where(isNull(bootstrap.claimedAt)).for('no key update')
  return row !== undefined
}

async function claim(unit: Work, userId: string): Promise<void> {
  await unit.tx
    .update(bootstrap)
    .set({ claimedAt: unit.now, claimedBy: userId })
    .where(and(eq(bootstrap.id, 1), isNull(bootstrap.claimedAt)))
}

type NewAdministrator = Omit<NewUser, 'role' | 'companyName' | 'isEmailConfirmed'> & { companyName?: string }

/** Creates an administrator unless there was a first one before; of concurrent processes, one does. */
export async function createFirstAdministrator(unit: Work, user: NewAdministrator): Promise<void> {
  if (await lockUnclaimed(unit)) await createAdministrator(unit, user)
}

/** Creates an administrator from the command line; afterwards no registration can claim to be the first. */
export async function createAdministrator(unit: Work, user: NewAdministrator) {
  const created = await createUser(
    unit,
    { companyName: '', ...user, role: 'super_user', isEmailConfirmed: true },
    { actorId: null },
  )
  await claim(unit, created.id)
  return created
}
