import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import { forgetPerson } from '#features/event-log/server/service.ts'
import { buryObjects, deleteUploads } from '#features/uploads/server/service.ts'
import { escapeLike } from '#platform/contract/searchable.ts'
import type { Work } from '#platform/server/work.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { deliveries } from '#tables/deliveries.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { emailPreferences } from '#tables/email-preferences.ts'
import type { KnownBy } from '#tables/erasures.ts'
import { externalIds } from '#tables/external-ids.ts'
import { messagingConversations } from '#tables/messaging-conversations.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'
import { notifications } from '#tables/notifications.ts'
import { passwordResets } from '#tables/password-resets.ts'
import { productUsers } from '#tables/product-users.ts'
import { rateLimits } from '#tables/rate-limits.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { savedViews } from '#tables/saved-views.ts'
import { sessions } from '#tables/sessions.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { uploads } from '#tables/uploads.ts'
import { userSettings } from '#tables/user-settings.ts'

/**
 * Rows that are somebody's own and of no use to anybody else: they go as they would if the row of that person went. `client_users` is the company's, and stays.
 */
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
 * @param askedFor addresses that they wanted and did not have
 * @returns where their files lie that were attached to nothing; to be removed there once the unit of work is done
 */
export async function deleteBelongings(
  unit: Work,
  id: string,
  { emails, numbers }: KnownBy,
  askedFor: readonly string[],
): Promise<string[]> {
  const { tx, now } = unit
  const digits = numbers.map((number) => number.replaceAll(/\D/g, ''))
  const own = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, id))
  const sent = await deleteUploads(
    tx,
    own.map((upload) => upload.id),
    now,
  )
  for (const { table, column } of ownRows) await tx.delete(table).where(eq(column, id))
  // What is shared is the desk's.
  await tx.delete(savedViews).where(and(eq(savedViews.ownerId, id), isNull(savedViews.sharedWith)))
  await tx
    .delete(savedAnswers)
    .where(and(eq(savedAnswers.ownerId, id), sql`cardinality(${savedAnswers.sharedWith}) = 0`))
  await tx.delete(deliveries).where(
    and(
      // What is somebody else's goes to them, whatever address it has.
      isNull(deliveries.userId),
      or(
        inArray(sql`${deliveries.payload} ->> 'email'`, emails),
        inArray(sql`${deliveries.payload} ->> 'phoneNumber'`, digits),
      ),
    ),
  )
  await tx.delete(messagingConversations).where(inArray(messagingConversations.phoneNumber, digits))
  await tx.delete(channelMessages).where(inArray(channelMessages.phoneNumber, digits))
  // Counters of attempts, with what they are about in their keys.
  const keys = [id, ...emails, ...askedFor, ...digits].map((text) =>
    like(rateLimits.key, `%${escapeLike(text)}%`),
  )
  await tx.delete(rateLimits).where(or(...keys))
  await forgetPerson(tx, id)
  return sent.map(({ objectPath }) => objectPath)
}

/** Has the picture of somebody removed. */
export async function buryPicture(unit: Work, path: string | null): Promise<string[]> {
  if (path === null) return []
  await buryObjects(unit.tx, [{ objectPath: path }], unit.now)
  return [path]
}
