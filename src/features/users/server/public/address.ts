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
 * Verifies a user's address. @param user locked row
 * @param by the super user who vouches, or the user who opened the link
 * @throws {AppError} `conflict` for an erased user
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

/** Later the notice is dropped. */
const notifiedWithinMs = 24 * 60 * 60 * 1000

export async function notifyFormerAddress(
  unit: Work,
  formerEmail: string,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  if (isReservedEmail(formerEmail)) return
  const expiresAt = new Date(unit.now.getTime() + notifiedWithinMs)
  await queueDelivery(unit, { kind: addressNotice, userId, payload: { formerEmail, email }, expiresAt })
}

/** Removes the registrant's data, and verifies the address. The caller ends other access. */
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
