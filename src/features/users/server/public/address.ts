import { i18n } from '#platform/contract/i18n.ts'
import { eq } from 'drizzle-orm'
import { queueDelivery } from '#features/deliveries/server/service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isReservedEmail } from '#platform/contract/fields.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Work } from '#platform/server/work.ts'
import { users } from '#tables/users.ts'
import { addressNotice } from '../deliveries.ts'
import { emailProved, userTakenOver, type By } from '../events.ts'

export type UserRow = typeof users.$inferSelect

export const isErased = () => new AppError('conflict', i18n.t('This person was erased, which is final.'))

/**
 * Notes that a user's address is theirs, unless that is known.
 * @param user their row, held
 * @param by the super user who vouches for it, or the user who has opened a link that was mailed to it
 * @returns the user as they are now
 * @throws {AppError} `conflict` for somebody who was erased
 */
export async function proveEmail(unit: Work, user: UserRow, by: By): Promise<UserRow> {
  if (user.erasedAt) throw isErased()
  if (user.emailProvedAt) return user
  const rows = await unit.tx
    .update(users)
    .set({ emailProvedAt: unit.now, updatedAt: unit.now })
    .where(eq(users.id, user.id))
    .returning()
  unit.announce(emailProved({ ...by, subjectId: user.id }))
  return onlyRow(rows)
}

/** News that nobody is glad to get late. */
const toldWithinMs = 24 * 60 * 60 * 1000

/** Queues the notice to the address that an account had until now. */
export async function notifyFormerAddress(
  unit: Work,
  formerEmail: string,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  if (isReservedEmail(formerEmail)) return
  const expiresAt = new Date(unit.now.getTime() + toldWithinMs)
  await queueDelivery(unit, { kind: addressNotice, userId, payload: { formerEmail, email }, expiresAt })
}

/**
 * Takes from an account what only who registered it has: password, number, picture and language. The address is known to be its owner's from
 * then on. The caller ends what else they could get in by.
 */
export async function takeOverUser(unit: Work, id: string, by: By): Promise<void> {
  await unit.tx
    .update(users)
    .set({
      password: null,
      mobileNumber: null,
      mobileProvedAt: null,
      profileImageUrl: null,
      photoPath: null,
      language: null,
      browserLanguage: null,
      emailProvedAt: unit.now,
      updatedAt: unit.now,
    })
    .where(eq(users.id, id))
  unit.announce(userTakenOver({ ...by, subjectId: id }))
}
