import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { findUser, findUserByEmail } from '#features/users/server/queries.ts'
import type { By } from '#features/users/server/events.ts'
import { onlyRow, type Reader } from '#platform/server/database/database.ts'
import { noteFailed } from '#platform/server/send/outbox.ts'
import type { Work } from '#platform/server/work.ts'
import { linkMails } from '#tables/link-mails.ts'
import { createPasswordLink } from './password-links.ts'

const hourMs = 60 * 60 * 1000
const lastsMs = { reset: hourMs, invitation: 7 * 24 * hourMs }
const endOf = (purpose: keyof typeof lastsMs, { now }: Work) => new Date(now.getTime() + lastsMs[purpose])

export type LinkMail = typeof linkMails.$inferSelect
/** Makes the token of the link in a mail: the same at each try. */
export type TokenOf = (mail: Pick<LinkMail, 'id'>) => string

/** Queues a link for whoever has this address, if anybody; the same work in either case. A former request for it ends. */
export async function queueReset(unit: Work, email: string, ip: string): Promise<void> {
  await unit.tx.delete(linkMails).where(and(eq(linkMails.email, email), eq(linkMails.purpose, 'reset')))
  await unit.tx.insert(linkMails).values({
    purpose: 'reset',
    email,
    ip,
    dueAt: unit.now,
    expiresAt: endOf('reset', unit),
    createdAt: unit.now,
  })
}

/** Makes a link for somebody new and queues its mail. @param dueAt until then it is for the caller alone to send */
export async function queueInvitation(
  unit: Work,
  { id: userId, email }: { id: string; email: string },
  { by, tokenOf, dueAt }: { by: By; tokenOf: TokenOf; dueAt: Date },
): Promise<LinkMail> {
  const expiresAt = endOf('invitation', unit)
  const rows = await unit.tx
    .insert(linkMails)
    .values({ purpose: 'invitation', email, ip: by.ip ?? '', dueAt, expiresAt, createdAt: unit.now })
    .returning()
  const mail = onlyRow(rows)
  await createPasswordLink(unit, { userId, purpose: 'invitation', token: tokenOf(mail), expiresAt }, by)
  await unit.tx.update(linkMails).set({ userId }).where(eq(linkMails.id, mail.id))
  return { ...mail, userId }
}

/** To whom a mail goes, with a link that stands; undefined when nobody is to get it any more. */
export async function openLinkMail(unit: Work, mail: LinkMail, tokenOf: TokenOf) {
  if (mail.userId !== null) return findUser(unit.tx, mail.userId)
  const [held] = await unit.tx.select().from(linkMails).where(eq(linkMails.id, mail.id)).for('update')
  const user = held && (await findUserByEmail(unit.tx, mail.email))
  if (!user?.isActive || user.email.endsWith('.invalid')) return undefined
  const { purpose, expiresAt, ip } = mail
  await createPasswordLink(
    unit,
    { userId: user.id, purpose, token: tokenOf(mail), expiresAt },
    { actorId: null, ip },
  )
  await unit.tx.update(linkMails).set({ userId: user.id }).where(eq(linkMails.id, mail.id))
  return user
}

/** Mails that are due and whose links have not ended, oldest first. */
export const listDueLinkMails = (reader: Reader, now: Date, most: number): Promise<LinkMail[]> =>
  reader
    .select()
    .from(linkMails)
    .where(and(lte(linkMails.dueAt, now), gt(linkMails.expiresAt, now)))
    .orderBy(asc(linkMails.dueAt), asc(linkMails.id))
    .limit(most)

/** It was sent, or there is nobody to send it to. */
export async function dropLinkMail(unit: Work, { id }: LinkMail): Promise<void> {
  await unit.tx.delete(linkMails).where(eq(linkMails.id, id))
}

/** See `noteFailed`; nothing is tried again once its link has ended. */
export async function noteLinkMailFailed(
  unit: Work,
  { id, expiresAt }: LinkMail,
  failure: string,
  dueAt: Date | null,
): Promise<void> {
  const isInTime = dueAt !== null && dueAt < expiresAt
  await noteFailed(unit, linkMails, id, failure, isInTime ? dueAt : null)
}

/** Forgets mails whose links have ended. */
export async function forgetEndedLinkMails(unit: Work): Promise<void> {
  await unit.tx.delete(linkMails).where(lte(linkMails.expiresAt, unit.now))
}
