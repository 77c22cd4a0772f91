import { asc, lte } from 'drizzle-orm'
import { listTextWishers } from '#features/settings/server/queries.ts'
import { listProvedNumbers } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { notificationTexts } from '#tables/notification-texts.ts'

export type TextRow = typeof notificationTexts.$inferSelect

/** Texts that are due, oldest first. */
export const listDueTexts = (reader: Reader, now: Date, most: number): Promise<TextRow[]> =>
  reader
    .select()
    .from(notificationTexts)
    .where(lte(notificationTexts.dueAt, now))
    .orderBy(asc(notificationTexts.dueAt), asc(notificationTexts.id))
    .limit(most)

/** Where those of the users are texted who want that and have proved their number, by the user's id. */
export async function listTextNumbers(reader: Reader, userIds: readonly string[]) {
  return listProvedNumbers(reader, await listTextWishers(reader, userIds))
}
