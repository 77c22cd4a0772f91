import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { retryLinkMails } from '#features/accounts/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { leaseMs } from '#platform/server/send/dispatcher.ts'
import { noteFailed, claimDue } from '#platform/server/send/outbox.ts'
import type { Work } from '#platform/server/work.ts'
import { emailPreferences } from '#tables/email-preferences.ts'
import { notificationMails } from '#tables/notification-mails.ts'
import { notificationProgress } from '#tables/notification-progress.ts'
import { notifications } from '#tables/notifications.ts'
import {
  notificationTypes,
  notificationWords,
  type EmailPreference,
  type NewPreference,
  type NotificationType,
  type PreferenceChange,
} from '../contract.ts'
import { defaultPreference } from '../policy.ts'
import { mailsRetried, preferenceChanged, testMailSent } from './events.ts'
import { listPreferences, shapePreference, type MailRow } from './queries.ts'
import { lastOccasion, type Occasion } from './schedule.ts'

type By = Pick<Viewer, 'id'>
/** A preference of one user. */
interface Of {
  userId: string
  notificationType: NotificationType
}

const isOf = ({ userId, notificationType }: Of) =>
  and(eq(emailPreferences.userId, userId), eq(emailPreferences.notificationType, notificationType))

/** @param by null: whoever holds the link in their mail */
const changed = (row: typeof emailPreferences.$inferSelect, by: By | null) => {
  const { userId, notificationType, frequency, isEnabled } = row
  const now = { frequency, isEnabled }
  return preferenceChanged({
    actorId: by?.id ?? null,
    subjectId: userId,
    data: { notificationType, now },
  })
}

/** @throws {AppError} `invalid` when there is no such user; `conflict` when they have a preference of this type */
export async function createPreference(
  unit: Work,
  viewer: By,
  input: NewPreference,
): Promise<EmailPreference> {
  if (!(await findUser(unit.tx, input.userId))) throw invalid('userId', 'userId: there is no such user')
  const [row] = await unit.tx
    .insert(emailPreferences)
    .values({ ...input, createdAt: unit.now, updatedAt: unit.now })
    .onConflictDoNothing()
    .returning()
  if (!row)
    throw new AppError(
      'conflict',
      `This user already has a preference for ${notificationWords[input.notificationType]}.`,
    )
  unit.announce(changed(row, viewer))
  return shapePreference(row)
}

/** Stores the defaults that are missing; what is there stays. @throws {AppError} `not_found` */
export async function createDefaults(unit: Work, viewer: By, userId: string): Promise<EmailPreference[]> {
  if (!(await findUser(unit.tx, userId))) throw notFound()
  const created = await unit.tx
    .insert(emailPreferences)
    .values(
      notificationTypes.map((notificationType) => ({
        userId,
        notificationType,
        ...defaultPreference(notificationType),
        createdAt: unit.now,
        updatedAt: unit.now,
      })),
    )
    .onConflictDoNothing()
    .returning()
  for (const row of created) unit.announce(changed(row, viewer))
  return listPreferences(unit.tx, userId)
}

/** @throws {AppError} `not_found` */
export async function changePreference(
  unit: Work,
  viewer: By,
  id: string,
  { frequency, isEnabled }: PreferenceChange,
): Promise<EmailPreference> {
  const [row] = await unit.tx
    .update(emailPreferences)
    .set({
      ...(frequency !== undefined && { frequency }),
      ...(isEnabled !== undefined && { isEnabled }),
      updatedAt: unit.now,
    })
    .where(eq(emailPreferences.id, id))
    .returning()
  if (!row) throw notFound()
  unit.announce(changed(row, viewer))
  return shapePreference(row)
}

/** @throws {AppError} `not_found` */
export async function deletePreference(unit: Work, viewer: By, id: string): Promise<void> {
  const [row] = await unit.tx.delete(emailPreferences).where(eq(emailPreferences.id, id)).returning()
  if (!row) throw notFound()
  unit.announce(
    preferenceChanged({
      actorId: viewer.id,
      subjectId: row.userId,
      data: { notificationType: row.notificationType, now: null },
    }),
  )
}

/**
 * Changes what counts for a user, whether it is stored yet or not.
 * @param by null: whoever holds the link in their mail
 */
export async function changeOwnPreference(
  unit: Work,
  by: By | null,
  of: Of,
  { frequency, isEnabled }: PreferenceChange,
): Promise<void> {
  const change = {
    ...(frequency !== undefined && { frequency }),
    ...(isEnabled !== undefined && { isEnabled }),
    updatedAt: unit.now,
  }
  const { userId, notificationType } = of
  const rows = await unit.tx
    .insert(emailPreferences)
    .values({
      userId,
      notificationType,
      ...defaultPreference(notificationType),
      createdAt: unit.now,
      ...change,
    })
    .onConflictDoUpdate({
      target: [emailPreferences.userId, emailPreferences.notificationType],
      set: change,
    })
    .returning()
  const row = onlyRow(rows)
  unit.announce(changed(row, by))
}

const noteLastSent = (unit: Work, of: Of) =>
  unit.tx.update(emailPreferences).set({ lastSentAt: unit.now }).where(isOf(of))

/** Notes that a super user's test mail went out. */
export async function noteTestSent(unit: Work, viewer: By, of: Of): Promise<void> {
  await noteLastSent(unit, of)
  unit.announce(
    testMailSent({
      actorId: viewer.id,
      subjectId: of.userId,
      data: { notificationType: of.notificationType },
    }),
  )
}

/** Begins to follow the calendar from now on; does nothing where that has been begun. */
export async function startProgress(unit: Work, timeZone: string): Promise<void> {
  const [dailyAt, weeklyAt] = (['daily', 'weekly'] as const).map(
    (cadence) => lastOccasion(cadence, unit.now, timeZone).at,
  )
  if (!dailyAt || !weeklyAt) return
  await unit.tx.insert(notificationProgress).values({ dailyAt, weeklyAt }).onConflictDoNothing()
}

export type Progress = typeof notificationProgress.$inferSelect

/** Holds the calendar to the end of the transaction; undefined while another node holds it. */
export async function lockProgress(unit: Work): Promise<Progress | undefined> {
  const [row] = await unit.tx.select().from(notificationProgress).for('update', { skipLocked: true })
  return row
}

/** To be called by who holds it. */
export const moveProgress = (unit: Work, to: Partial<Omit<Progress, 'id'>>) =>
  unit.tx.update(notificationProgress).set(to)

/** A mail that is not there yet, or still waits and may be told more. @param unlessAnswered holds only while it does for all it tells of */
async function openMail(
  unit: Work,
  of: Of,
  { period, at }: Occasion,
  unlessAnswered: boolean,
): Promise<string | undefined> {
  const rows = await unit.tx
    .insert(notificationMails)
    .values({ ...of, period, unlessAnswered, dueAt: at, createdAt: unit.now })
    .onConflictDoUpdate({
      target: [notificationMails.userId, notificationMails.notificationType, notificationMails.period],
      // Also holds the row: it is not taken for sending meanwhile.
      set: { unlessAnswered: sql`${notificationMails.unlessAnswered} and ${unlessAnswered}` },
    })
    .returning({
      id: notificationMails.id,
      attempts: notificationMails.attempts,
      dueAt: notificationMails.dueAt,
    })
  const { id, attempts, dueAt } = onlyRow(rows)
  return attempts === 0 && dueAt !== null ? id : undefined
}

const tell = (unit: Work, of: Of, position: number, mailId: string) =>
  unit.tx
    .insert(notifications)
    .values({ ...of, position, mailId })
    .onConflictDoNothing()

/** How long a browser that seems to be there has to answer before its user is mailed. */
const answerWithinMs = 15_000

/** Tells a user of an event with a mail of its own: due at once, or soon, unless their browser answers. */
export async function queueNow(unit: Work, of: Of, position: number, unlessAnswered: boolean): Promise<void> {
  const at = unlessAnswered ? new Date(unit.now.getTime() + answerWithinMs) : unit.now
  const mailId = await openMail(unit, of, { period: `event ${position}`, at }, unlessAnswered)
  if (mailId !== undefined) await tell(unit, of, position, mailId)
}

/** Tells a user of an event with the next mail of a row. @param next the occasion after a moment */
export async function addToDigest(
  unit: Work,
  of: Of,
  position: number,
  next: (after: Date) => Occasion,
  unlessAnswered = false,
): Promise<void> {
  let occasion = next(unit.now)
  let mailId = await openMail(unit, of, occasion, unlessAnswered)
  // The clock was set back, and that one is on its way already.
  while (mailId === undefined) {
    occasion = next(occasion.at)
    mailId = await openMail(unit, of, occasion, unlessAnswered)
  }
  await tell(unit, of, position, mailId)
}

/** Nothing waits longer than from one week to the next. */
const longestWaitMs = 8 * 24 * 60 * 60 * 1000

/** Makes due what a clock that was ahead has put off to a day that is far away now. */
export async function bringForward(unit: Work): Promise<void> {
  await unit.tx
    .update(notificationMails)
    .set({ dueAt: unit.now })
    .where(gt(notificationMails.dueAt, new Date(unit.now.getTime() + longestWaitMs)))
}

const atOnce = 500

/** Queues a summary for each; who has one for this occasion gets no second. */
export async function queueSummaries(
  unit: Work,
  wanted: readonly Of[],
  { period, since, until }: { period: string; since: Date; until: Date },
): Promise<void> {
  for (let from = 0; from < wanted.length; from += atOnce)
    await unit.tx
      .insert(notificationMails)
      .values(
        wanted.slice(from, from + atOnce).map(({ userId, notificationType }) => ({
          userId,
          notificationType,
          period,
          since,
          until,
          dueAt: unit.now,
          createdAt: unit.now,
        })),
      )
      .onConflictDoNothing()
}

/** See `claimDue`. */
export const claimMail = (unit: Work, mail: Pick<MailRow, 'id' | 'attempts'>, until: Date) =>
  claimDue(unit, notificationMails, mail, until)

/** @param isSent false: there was nothing to tell any more */
export async function noteMailDone(unit: Work, mail: MailRow, isSent: boolean): Promise<void> {
  await unit.tx
    .update(notificationMails)
    .set({ dueAt: null, failure: null, sentAt: isSent ? unit.now : null })
    .where(eq(notificationMails.id, mail.id))
  if (isSent) await noteLastSent(unit, mail)
}

/** See `noteFailed`. */
export const noteMailFailed = (unit: Work, id: string, failure: string, dueAt: Date | null) =>
  noteFailed(unit, notificationMails, id, failure, dueAt)

/** Makes everything due that was given up or waits for another try. @returns how many mails that are */
export async function retryMails(unit: Work, viewer: By): Promise<number> {
  // What is due sooner is held by a try that may be on its way.
  const later = new Date(unit.now.getTime() + leaseMs)
  const { dueAt, failure, sentAt, id } = notificationMails
  const due = await unit.tx
    .update(notificationMails)
    .set({ dueAt: unit.now, attempts: 0 })
    .where(and(isNotNull(failure), isNull(sentAt), or(isNull(dueAt), gt(dueAt, later))))
    .returning({ id })
  const tried = due.length + (await retryLinkMails(unit, later))
  if (tried > 0) unit.announce(mailsRetried({ actorId: viewer.id, data: { tried } }))
  return tried
}

const keptForMs = 30 * 24 * 60 * 60 * 1000

/** Forgets mails of a month ago that are not waiting. */
export async function forgetOldMails(unit: Work): Promise<void> {
  const edge = new Date(unit.now.getTime() - keptForMs)
  await unit.tx
    .delete(notificationMails)
    .where(and(lt(notificationMails.createdAt, edge), sql`${notificationMails.dueAt} is null`))
}
