import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, gt, lt } from 'drizzle-orm'
import { endSessions } from '#features/auth/server/service.ts'
import { passwordLinkMade, type By } from '#features/users/server/events.ts'
import { lockUser, setPassword } from '#features/users/server/service.ts'
import { proveEmail } from '#features/users/server/public/address.ts'
import { invalid } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import type { Work } from '#platform/server/work.ts'
import { passwordResets } from '#tables/password-resets.ts'
import type { LinkPurpose } from '../contract.ts'
import { endAddressChange, endPasswordLinks } from './end-links.ts'

interface NewLink {
  userId: string
  purpose: LinkPurpose
  token: string
  expiresAt: Date
}

/** Makes this the only link by which its user can set a password. */
export async function createPasswordLink(
  unit: Work,
  { userId, purpose, token, expiresAt }: NewLink,
  by: By,
): Promise<void> {
  // Two requests at once leave one link.
  await lockUser(unit, userId)
  await endPasswordLinks(unit, userId)
  await unit.tx.delete(passwordResets).where(lt(passwordResets.expiresAt, unit.now))
  await unit.tx.insert(passwordResets).values({
    tokenHash: sha256Of(token),
    userId,
    expiresAt,
    createdAt: unit.now,
  })
  unit.announce(passwordLinkMade({ ...by, subjectId: userId, data: { purpose } }))
}

const standing = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, sha256Of(token)), gt(passwordResets.expiresAt, now))

const goneLink = () => invalid('token', i18n.t('This link is no longer valid. Request a new one.'))

/** @throws {AppError} `invalid` for a used, expired or unknown link */
export async function requirePasswordLink(reader: Reader, token: string, now: Date): Promise<void> {
  const [link] = await reader
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(standing(token, now))
  if (!link) throw goneLink()
}

/**
 * Sets a password by a mailed link, which proves the address; ends the link and all sessions.
 * @throws {AppError} `invalid` as above, also when another call was quicker
 */
export async function setPasswordByLink(unit: Work, token: string, passwordHash: string): Promise<void> {
  const [link] = await unit.tx
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(standing(token, unit.now))
  if (!link) throw goneLink()
  const user = await lockUser(unit, link.userId)
  const { id, isActive } = user
  const [used] = await unit.tx
    .delete(passwordResets)
    .where(standing(token, unit.now))
    .returning({ userId: passwordResets.userId })
  if (!used || !isActive) throw goneLink()
  await endPasswordLinks(unit, id)
  await endAddressChange(unit, id)
  const by = { actorId: id }
  await proveEmail(unit, user, by)
  await setPassword(unit, id, passwordHash, by)
  await endSessions(unit, id)
}
