import { eq } from 'drizzle-orm'
import {
  cancelDeliveries,
  lockDelivery,
  queueDelivery,
  setRecipient,
} from '#features/deliveries/server/service.ts'
import { findUser, findUserByEmail, hasMailbox } from '#features/users/server/queries.ts'
import type { By } from '#features/users/server/events.ts'
import { lockUser } from '#features/users/server/service.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import { leasedUntil, type StoredDelivery } from '#platform/server/send/outbox.ts'
import { SendFailure } from '#platform/server/send/send-failure.ts'
import { calledFrom, type Work } from '#platform/server/work.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { passwordResets } from '#tables/password-resets.ts'
import { linkMail, type LinkMail } from './deliveries.ts'
import type { TokenOf } from './link-tokens.ts'
import { createPasswordLink } from './password-links.ts'

const hourMs = 60 * 60 * 1000
const lastsMs = { reset: hourMs, invitation: 7 * 24 * hourMs }
const endOf = (purpose: keyof typeof lastsMs, { now }: Work) => new Date(now.getTime() + lastsMs[purpose])

const resetKey = (email: string) => `reset ${email}`

/** Cancels a requested password link that was not made yet. */
export const cancelReset = (unit: Work, email: string): Promise<void> =>
  cancelDeliveries(unit, linkMail, { key: resetKey(email) })

/** Queues a link by the same work with or without such a user. A former request ends. */
export async function queueReset(unit: Work, email: string): Promise<void> {
  await cancelReset(unit, email)
  await queueDelivery(unit, {
    kind: linkMail,
    key: resetKey(email),
    payload: { purpose: 'reset', email, ip: unit.ip },
    expiresAt: endOf('reset', unit),
  })
}

/** Makes a link for a new user and queues its mail; the caller has the lease to send it. */
export async function queueInvitation(
  unit: Work,
  { id: userId, email }: { id: string; email: string },
  { by, tokenOf }: { by: By; tokenOf: TokenOf },
): Promise<StoredDelivery> {
  const expiresAt = endOf('invitation', unit)
  const mail = await queueDelivery(unit, {
    kind: linkMail,
    payload: { purpose: 'invitation', email, ip: unit.ip },
    dueAt: leasedUntil(unit.now),
    expiresAt,
  })
  await createPasswordLink(unit, { userId, purpose: 'invitation', token: tokenOf(mail), expiresAt }, by)
  // Later than the lookup: making a link ends the user's former ones and their mails.
  await setRecipient(unit, mail.id, userId)
  return { ...mail, userId }
}

async function hasLink({ tx }: Work, { payload }: LinkMail, token: string): Promise<boolean> {
  const table = payload.purpose === 'address' ? emailChanges : passwordResets
  return (await tx.$count(table, eq(table.tokenHash, sha256Of(token)))) > 0
}

/**
 * Finds the recipient and makes the link; undefined when nobody is to get it any more.
 * @throws {SendFailure} when the link was made and is gone, as in a restored backup
 */
export async function openLinkMail(unit: Work, mail: LinkMail, tokenOf: TokenOf) {
  if (mail.userId !== null) {
    if (await hasLink(unit, mail, tokenOf(mail))) return findUser(unit.tx, mail.userId)
    throw new SendFailure('Its link is not valid any more. Send a new one.', true)
  }
  const { id, expiresAt, payload } = mail
  const found = (await lockDelivery(unit, id)) && (await findUserByEmail(unit.tx, payload.email))
  if (!found || !expiresAt) return undefined
  // Checked under the lock: the address may just have been taken from the user.
  const user = await lockUser(unit, found.id)
  if (user.email !== payload.email || !user.isActive || !hasMailbox(user)) return undefined
  const { purpose, ip } = payload
  const link = { userId: user.id, purpose, token: tokenOf(mail), expiresAt }
  await createPasswordLink(calledFrom(unit, ip), link, { actorId: null })
  await setRecipient(unit, id, user.id)
  return user
}
