import { and, eq, isNull, sql } from 'drizzle-orm'
import { cancelReset } from '#features/accounts/server/service.ts'
import { forgetAttempts } from '#features/auth/server/service.ts'
import { forgetPerson } from '#features/event-log/server/service.ts'
import { forgetNumber } from '#features/messaging/server/service.ts'
import { deleteUploads } from '#features/uploads/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { deliveries } from '#tables/deliveries.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { emailPreferences } from '#tables/email-preferences.ts'
import { externalIds } from '#tables/external-ids.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'
import { notifications } from '#tables/notifications.ts'
import { passwordResets } from '#tables/password-resets.ts'
import { productUsers } from '#tables/product-users.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { savedViews } from '#tables/saved-views.ts'
import { sessions } from '#tables/sessions.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { uploads } from '#tables/uploads.ts'
import { userSettings } from '#tables/user-settings.ts'
import { users } from '#tables/users.ts'

type UserRow = typeof users.$inferSelect

/** Proved by a code that was sent there; a number that was only typed may be anybody's. */
export const provedNumber = ({ mobileNumber, mobileProvedAt }: UserRow): string | undefined =>
  mobileProvedAt === null ? undefined : (mobileNumber ?? undefined)

/** Rows of no use to anybody else, which go as if the user's row went. `client_users` is the company's, and stays. */
const ownRows = [
  { table: sessions, column: sessions.userId },
  { table: roleRequests, column: roleRequests.userId },
  { table: passwordResets, column: passwordResets.userId },
  { table: emailChanges, column: emailChanges.userId },
  { table: mobileCodes, column: mobileCodes.userId },
  { table: emailPreferences, column: emailPreferences.userId },
  { table: notifications, column: notifications.userId },
  { table: deliveries, column: deliveries.userId },
  { table: userSettings, column: userSettings.userId },
  { table: ticketReads, column: ticketReads.userId },
  { table: productUsers, column: productUsers.userId },
  { table: externalIds, column: externalIds.rowId },
] as const

/**
 * Deletes what belongs to somebody alone, and what the log tells of them.
 * @param user as they were
 * @returns where their files lie that were attached to nothing; to be removed there once the unit of work is done
 */
export async function deleteBelongings(unit: Work, user: UserRow): Promise<string[]> {
  const { tx, now } = unit
  const { id, email } = user
  const number = provedNumber(user)
  const own = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, id))
  const sent = await deleteUploads(
    tx,
    own.map((upload) => upload.id),
    now,
  )
  for (const { table, column } of ownRows) await tx.delete(table).where(eq(column, id))
  // Shared ones are the desk's.
  await tx.delete(savedViews).where(and(eq(savedViews.ownerId, id), isNull(savedViews.sharedWith)))
  await tx
    .delete(savedAnswers)
    .where(and(eq(savedAnswers.ownerId, id), sql`cardinality(${savedAnswers.sharedWith}) = 0`))
  await cancelReset(unit, email)
  if (number !== undefined) await forgetNumber(unit, number)
  await forgetAttempts(unit, { id, email, number })
  await forgetPerson(tx, id)
  return sent.map(({ objectPath }) => objectPath)
}
