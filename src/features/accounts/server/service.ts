import { eq } from 'drizzle-orm'
import { i18n } from '#platform/contract/i18n.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import {
  cancelRoleRequest,
  decideRoleRequest,
  endOtherSessions,
  endSessions,
} from '#features/auth/server/service.ts'
import { findClient } from '#features/clients/server/queries.ts'
import { assignToClient, removeAgent } from '#features/clients/server/service.ts'
import { removeFromTeams } from '#features/products/server/service.ts'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import { lockTicketsAssignedTo, releaseTickets } from '#features/tickets/server/service.ts'
import type { User, Viewer } from '#features/users/contract.ts'
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
import { proveEmail, takeOverUser } from '#features/users/server/public/address.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'
import { passwordResets } from '#tables/password-resets.ts'
import type { NewUser, Profile } from '../contract.ts'
import { askForAddress } from './address-change.ts'
import { endAddressChange, endPasswordLinks } from './end-links.ts'
import { cancelReset } from './link-outbox.ts'
import type { TokenOf } from './link-tokens.ts'

/**
 * Creates a user, as one of a client's people where that is given.
 * @param passwordHash null: sign-in is impossible yet
 * @throws {AppError} `conflict` for a used address; `invalid` for an unknown client
 */
export async function createAccount(
  unit: Work,
  viewer: Viewer,
  { password: _password, invite: _invite, clientId, clientRole = 'employee', ...account }: NewUser,
  passwordHash: string | null,
): Promise<User> {
  const by = { actorId: viewer.id }
  const created = await createUser(unit, { ...account, passwordHash, isEmailConfirmed: true }, by)
  if (clientId) {
    if (!(await findClient(unit.tx, clientId))) throw invalid('clientId', i18n.t('There is no such client'))
    await assignToClient(unit, viewer, clientId, { userId: created.id, role: clientRole })
  }
  return shapeUser(viewer, created)
}

/**
 * Changes a user. A new role ends their sessions; leaving the staff unassigns their tickets, companies and
 * teams. A change of role or address by a super user verifies the address.
 * @throws {AppError} `not_found`; `conflict` when the address is taken or no administrator would be left
 */
export async function changeAccount(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: UserChange,
): Promise<User> {
  // Lock tickets before users, and all users at once: every transaction has this order.
  if (change.role === 'client') await lockTicketsAssignedTo(unit, id)
  if (change.role !== undefined && change.role !== 'super_user') await requireAnotherAdministrator(unit, id)
  const by = { actorId: viewer.id }
  const { user: changed, changes } = await changeUser(unit, id, change, by, { isEmailConfirmed: true })
  const user = changes.role ? await proveEmail(unit, changed, by) : changed
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
  return shapeUser(viewer, user)
}

/** @throws {AppError} `not_found`; `conflict` for an erased user */
export async function confirmAccount(unit: Work, viewer: Viewer, id: string): Promise<User> {
  const user = await lockUser(unit, id)
  return shapeUser(viewer, await proveEmail(unit, user, { actorId: viewer.id }))
}

/** @throws {AppError} `not_found`; `conflict` for oneself or the last administrator */
export async function disableAccount(unit: Work, viewer: Viewer, id: string): Promise<User> {
  if (id === viewer.id) throw new AppError('conflict', i18n.t('You cannot deactivate your own account.'))
  await lockTicketsAssignedTo(unit, id)
  await requireAnotherAdministrator(unit, id)
  const user = await setActive(unit, id, false, { actorId: viewer.id })
  await releaseTickets(unit, viewer, id)
  await endSessions(unit, id)
  await endPasswordLinks(unit, id)
  await endAddressChange(unit, id)
  await cancelRoleRequest(unit, id, viewer.id)
  return shapeUser(viewer, user)
}

/** @throws {AppError} `not_found` */
export async function enableAccount(unit: Work, viewer: Viewer, id: string): Promise<User> {
  return shapeUser(viewer, await setActive(unit, id, true, { actorId: viewer.id }))
}

/**
 * Verifies the address, too, and ends sessions.
 * @throws {AppError} `not_found`; `conflict` when it was decided or withdrawn
 */
export async function decideRequest(
  unit: Work,
  viewer: Viewer,
  id: string,
  version: number,
  decision: 'approved' | 'declined',
): Promise<void> {
  const by = { actorId: viewer.id }
  const { userId, requestedRole } = await decideRoleRequest(unit, id, version, decision, by)
  if (decision === 'declined') return
  const { user } = await changeUser(unit, userId, { role: requestedRole }, by)
  await proveEmail(unit, user, by)
  await endSessions(unit, userId)
}

/**
 * @param tokenOf makes the link that proves another address; absent without a mail server, when it counts at
 *   once
 * @throws {AppError} `conflict` when the address is taken
 */
export async function changeProfile(
  unit: Work,
  viewer: LiveSession,
  profile: Profile,
  tokenOf: TokenOf | undefined,
): Promise<void> {
  const before = await lockUser(unit, viewer.id)
  const { email, ...others } = profile
  const isAskedFor = tokenOf !== undefined && email !== before.email
  if (isAskedFor) await askForAddress(unit, { userId: viewer.id, email, tokenOf })
  const change = {
    ...others,
    mobileNumber: profile.mobileNumber ?? null,
    ...(!isAskedFor && { email }),
  }
  const { changes } = await changeUser(unit, viewer.id, change, { actorId: viewer.id })
  if (changes.email) await endPasswordLinks(unit, viewer.id)
  if (changes.email ?? changes.firstName ?? changes.lastName)
    await cancelRoleRequest(unit, viewer.id, viewer.id)
}

export const notCurrentPassword = () =>
  invalid('currentPassword', i18n.t('This is not your current password'))

/** @param verified hash that was compared @throws {AppError} `invalid` for a password changed since */
export async function changePassword(
  unit: Work,
  viewer: LiveSession,
  { verified, passwordHash }: { verified: string; passwordHash: string },
): Promise<void> {
  if ((await lockUser(unit, viewer.id)).password !== verified) throw notCurrentPassword()
  await setPassword(unit, viewer.id, passwordHash, { actorId: viewer.id })
  await endPasswordLinks(unit, viewer.id)
  await endAddressChange(unit, viewer.id)
  await endOtherSessions(unit, viewer.id, viewer.sid)
}

/**
 * Transfers an unverified account to the owner of its address, as a super user knows them. The former holder
 * keeps no way in and gets no news; what they wrote stays.
 * @returns false when the address is verified by now
 * @throws {AppError} `not_found`
 */
export async function takeOverAccount(unit: Work, viewer: Viewer, id: string): Promise<boolean> {
  await lockTicketsAssignedTo(unit, id)
  const { emailProvedAt, role, photoPath } = await lockUser(unit, id)
  if (emailProvedAt) return false
  if (role !== 'client') await changeAccount(unit, viewer, id, { role: 'client' })
  await takeOverUser(unit, id, { actorId: viewer.id })
  if (photoPath !== null) await scheduleObjectRemoval(unit.tx, [{ objectPath: photoPath }], unit.now)
  await endSessions(unit, id)
  await endPasswordLinks(unit, id)
  await endAddressChange(unit, id)
  await cancelRoleRequest(unit, id, viewer.id)
  return true
}

/** Sets a password from the command line; ends sessions, links and a pending address. */
export async function replacePassword(unit: Work, userId: string, passwordHash: string): Promise<void> {
  await setPassword(unit, userId, passwordHash, { actorId: null })
  await endPasswordLinks(unit, userId)
  await endAddressChange(unit, userId)
  await endSessions(unit, userId)
}

/** Deletes the links and codes of a person, also of requests without a link yet. */
export async function forgetPerson(unit: Work, { id, email }: FormerPerson): Promise<void> {
  await unit.tx.delete(passwordResets).where(eq(passwordResets.userId, id))
  await unit.tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await unit.tx.delete(mobileCodes).where(eq(mobileCodes.userId, id))
  await cancelReset(unit, email)
}
