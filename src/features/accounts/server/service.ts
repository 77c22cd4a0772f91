import { i18n } from '#platform/contract/i18n.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import {
  cancelRoleRequest,
  decideRoleRequest,
  endOtherSessions,
  endSessions,
} from '#features/auth/server/service.ts'
import { removeAgent } from '#features/clients/server/service.ts'
import { removeFromTeams } from '#features/products/server/service.ts'
import { holdAssigned, releaseTickets } from '#features/tickets/server/service.ts'
import type { User, Viewer } from '#features/users/contract.ts'
import { languageOf } from '#features/users/policy.ts'
import { shapeUser } from '#features/users/server/queries.ts'
import {
  changeUser,
  createUser,
  lockUser,
  requireAnotherAdministrator,
  setActive,
  setPassword,
  type UserChange,
} from '#features/users/server/service.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import type { Language } from '#platform/contract/i18n.ts'
import type { Work } from '#platform/server/work.ts'
import type { NewUser, Profile } from '../contract.ts'
import { askForAddress } from './address-change.ts'
import { endAddressChange, endPasswordLinks } from './end-links.ts'
import type { TokenOf } from './link-outbox.ts'

export { cancelReset } from './link-outbox.ts'

/** @param passwordHash null: nobody can sign in yet @throws {AppError} `conflict` when the address is taken */
export async function createAccount(
  unit: Work,
  viewer: Viewer,
  { password: _password, invite: _invite, ...account }: NewUser,
  passwordHash: string | null,
  ip: string,
): Promise<User> {
  const created = await createUser(unit, { ...account, passwordHash }, { actorId: viewer.id, ip })
  return shapeUser(viewer, created)
}

/**
 * Changes a user and what follows from it: a new role ends their sessions, and who is no longer staff gives their open tickets back and is no
 * longer an agent of any company, and in no team of a product.
 * @returns the language is the one in which they are sent what is theirs to know
 * @throws {AppError} `not_found`; `conflict` when the address is taken or nobody would be left to administer
 */
export async function changeAccount(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: UserChange,
  ip: string,
): Promise<{ user: User; language: Language | null; formerEmail: string | undefined }> {
  // Tickets before users, and all users at once: everybody holds rows in one order.
  if (change.role === 'client') await holdAssigned(unit, id)
  if (change.role !== undefined && change.role !== 'super_user') await requireAnotherAdministrator(unit, id)
  const { user, changes } = await changeUser(unit, id, change, { actorId: viewer.id, ip })
  if (changes.role) {
    if (user.role === 'client') {
      await releaseTickets(unit, viewer, id)
      await removeAgent(unit, viewer, id)
      await removeFromTeams(unit, viewer, id)
    }
    await endSessions(unit, id)
  }
  if (changes.email) {
    await endPasswordLinks(unit, id)
    await endAddressChange(unit, id)
  }
  if (changes.role ?? changes.email ?? changes.firstName ?? changes.lastName)
    await cancelRoleRequest(unit, id, viewer.id)
  const formerEmail = changes.email?.from
  return {
    user: shapeUser(viewer, user),
    language: languageOf(user),
    formerEmail: typeof formerEmail === 'string' ? formerEmail : undefined,
  }
}

/**
 * Keeps a user out: at once, everywhere.
 * @throws {AppError} `not_found`; `conflict` for oneself, or when nobody would be left to administer
 */
export async function disableAccount(unit: Work, viewer: Viewer, id: string, ip: string): Promise<User> {
  if (id === viewer.id) throw new AppError('conflict', i18n.t('You cannot deactivate your own account.'))
  await holdAssigned(unit, id)
  await requireAnotherAdministrator(unit, id)
  const user = await setActive(unit, id, false, { actorId: viewer.id, ip })
  await releaseTickets(unit, viewer, id)
  await endSessions(unit, id)
  await endPasswordLinks(unit, id)
  await endAddressChange(unit, id)
  await cancelRoleRequest(unit, id, viewer.id)
  return shapeUser(viewer, user)
}

/** @throws {AppError} `not_found` */
export async function enableAccount(unit: Work, viewer: Viewer, id: string, ip: string): Promise<User> {
  return shapeUser(viewer, await setActive(unit, id, true, { actorId: viewer.id, ip }))
}

/**
 * Approves or declines a request for a role. Approving ends the sessions of the person, so that they sign in again.
 * @throws {AppError} `not_found`; `conflict` when it has been decided or withdrawn
 */
export async function decideRequest(
  unit: Work,
  viewer: Viewer,
  id: string,
  version: number,
  decision: 'approved' | 'declined',
  ip: string,
): Promise<void> {
  const by = { actorId: viewer.id, ip }
  const { userId, requestedRole } = await decideRoleRequest(unit, id, version, decision, by)
  if (decision === 'declined') return
  await changeUser(unit, userId, { role: requestedRole }, by)
  await endSessions(unit, userId)
}

interface ProfileChanging {
  /** Makes the link by which another address is proved; absent where no mails go out, and then it counts at once. */
  tokenOf: TokenOf | undefined

  /** The hash that the current password was compared with; undefined when none was given. */
  verified: string | undefined
  ip: string
}

/**
 * Where mails go out, another address counts only once it was proved.
 * @returns the address they had, when it is another one now
 * @throws {AppError} `invalid` for another address without the password that counts now; `conflict` when the address is taken
 */
export async function changeProfile(
  unit: Work,
  viewer: LiveSession,
  profile: Profile,
  { verified, tokenOf, ip }: ProfileChanging,
): Promise<string | undefined> {
  const before = await lockUser(unit, viewer.id)
  if (profile.email !== before.email && (verified === undefined || before.password !== verified))
    throw notCurrentPassword()
  const { email, ...others } = profile
  const isAskedFor = tokenOf !== undefined && email !== before.email
  if (isAskedFor) await askForAddress(unit, { userId: viewer.id, email, ip, tokenOf })
  const change = {
    ...others,
    mobileNumber: profile.mobileNumber ?? null,
    ...(!isAskedFor && { email }),
  }
  const { changes } = await changeUser(unit, viewer.id, change, { actorId: viewer.id, ip })
  if (changes.email) await endPasswordLinks(unit, viewer.id)
  if (changes.email ?? changes.firstName ?? changes.lastName)
    await cancelRoleRequest(unit, viewer.id, viewer.id)
  return changes.email && before.email
}

export const notCurrentPassword = () =>
  invalid('currentPassword', i18n.t('This is not your current password'))

/**
 * @param verified the hash that the current password was compared with
 * @throws {AppError} `invalid` when the password was changed since
 */
export async function changePassword(
  unit: Work,
  viewer: LiveSession,
  { verified, passwordHash }: { verified: string; passwordHash: string },
  ip: string,
): Promise<void> {
  if ((await lockUser(unit, viewer.id)).password !== verified) throw notCurrentPassword()
  await setPassword(unit, viewer.id, passwordHash, { actorId: viewer.id, ip })
  await endPasswordLinks(unit, viewer.id)
  await endAddressChange(unit, viewer.id)
  await endOtherSessions(unit, viewer.id, viewer.sid)
}

/**
 * Sets the password of somebody who is helped from outside, and ends all that could replace it: sessions, links and a wished-for address.
 */
export async function replacePassword(unit: Work, userId: string, passwordHash: string): Promise<void> {
  await setPassword(unit, userId, passwordHash, { actorId: null })
  await endPasswordLinks(unit, userId)
  await endAddressChange(unit, userId)
  await endSessions(unit, userId)
}
