import { and, eq, isNull, lt } from 'drizzle-orm'
import { noteFailed, claimDue } from '#platform/server/send/outbox.ts'
import type { Work } from '#platform/server/work.ts'
import { notificationTexts } from '#tables/notification-texts.ts'
import type { TextRow } from './queries.ts'

/** Tells a user of an event by a text, due at once; of one event once, whatever it means to them. */
export async function queueText(unit: Work, userId: string, position: number): Promise<void> {
  await unit.tx
    .insert(notificationTexts)
    .values({ userId, position, dueAt: unit.now, createdAt: unit.now })
    .onConflictDoNothing()
}

/** See `claimDue`. */
export const claimText = (unit: Work, text: Pick<TextRow, 'id' | 'attempts'>, until: Date) =>
  claimDue(unit, notificationTexts, text, until)

/** @param isSent false: there was nothing to tell any more */
export async function noteTextDone(unit: Work, id: string, isSent: boolean): Promise<void> {
  await unit.tx
    .update(notificationTexts)
    .set({ dueAt: null, failure: null, sentAt: isSent ? unit.now : null })
    .where(eq(notificationTexts.id, id))
}

/** See `noteFailed`. */
export const noteTextFailed = (unit: Work, id: string, failure: string, dueAt: Date | null) =>
  noteFailed(unit, notificationTexts, id, failure, dueAt)

const keptForMs = 30 * 24 * 60 * 60 * 1000

/** Forgets texts of a month ago that are not waiting. */
export async function forgetOldTexts(unit: Work): Promise<void> {
  const edge = new Date(unit.now.getTime() - keptForMs)
  await unit.tx
    .delete(notificationTexts)
    .where(and(lt(notificationTexts.createdAt, edge), isNull(notificationTexts.dueAt)))
}
