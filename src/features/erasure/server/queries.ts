import { i18n } from '#platform/contract/i18n.ts'
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { isImporting } from '#features/imports/server/queries.ts'
import { findSmtp } from '#features/mail-settings/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { canReceiveMail, findUser, hasMailbox } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { onlyRow, type Reader } from '#platform/server/database/database.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { erasures } from '#tables/erasures.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { ErasurePreview } from '../contract.ts'
import { isNameShared } from './known-by.ts'

/** Whether somebody else who is active, and can sign in, can administer. */
async function hasAnotherAdministrator(reader: Reader, id: string): Promise<boolean> {
  const others = await reader
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.role, 'super_user'), eq(users.isActive, true), isNotNull(users.password), canReceiveMail),
    )
  return others.some((other) => other.id !== id)
}

/**
 * Why somebody cannot be erased now; undefined when they can.
 * @param by null: a rule of retention
 */
export async function findHindrance(
  reader: Reader,
  by: Pick<Viewer, 'id'> | null,
  user: typeof users.$inferSelect,
  now: Date,
): Promise<string | undefined> {
  if (user.erasedAt) return i18n.t('This person was erased, which is final.')
  if (user.id === by?.id) return i18n.t('You cannot erase your own account.')
  if (!hasMailbox(user))
    return i18n.t('This is nobody who could be erased, but a part of the program or of the demo data.')
  if (user.role === 'super_user' && user.isActive && !(await hasAnotherAdministrator(reader, user.id)))
    return i18n.t('The last active super user cannot be erased.')
  const smtp = await findSmtp(reader)
  if (
    smtp &&
    [smtp.username, smtp.fromEmail, smtp.replyToEmail].some((one) => one.toLowerCase().includes(user.email))
  )
    return i18n.t('Emails are sent with the address of this person. Change the email settings first.')
  if (await isImporting(reader, now)) return i18n.t('An import is at work. Wait until it has stopped.')
  return undefined
}

/** @throws {AppError} `not_found` */
export async function previewErasure(
  reader: Reader,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<ErasurePreview> {
  const user = await findUser(reader, id)
  if (!user) throw notFound()
  const { rows } = await reader.execute<{ deleted: number }>(
    sql`select count(*)::int as deleted from ${deletedThings} where ${deletedThings.rows}::text like ${`%${id}%`}`,
  )
  return {
    tickets: await reader.$count(tickets, eq(tickets.createdById, id)),
    comments: await reader.$count(comments, eq(comments.userId, id)),
    messages: await reader.$count(chatMessages, eq(chatMessages.senderId, id)),
    files: await reader.$count(attachments, eq(attachments.uploadedBy, id)),
    deleted: onlyRow(rows).deleted,
    isNameShared: await isNameShared(reader, user),
    hindrance: (await findHindrance(reader, viewer, user, now)) ?? null,
  }
}

export type Erasure = typeof erasures.$inferSelect

/** Longer than a server that is alive takes for a step. */
const stillForMs = 10 * 60_000

/** Those that nobody is at work on, and that are not finished. */
export const listStanding = (reader: Reader, now: Date): Promise<Erasure[]> =>
  reader
    .select()
    .from(erasures)
    .where(and(isNull(erasures.finishedAt), lt(erasures.movedAt, new Date(now.getTime() - stillForMs))))
    .orderBy(asc(erasures.createdAt))
