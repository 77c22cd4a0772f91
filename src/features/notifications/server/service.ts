import { i18n } from '#platform/contract/i18n.ts'
import { and, eq } from 'drizzle-orm'
import {
  makeDueNow,
  queueDeliveries,
  queueDelivery,
  retryDeliveries,
} from '#features/deliveries/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { addressNotice } from '#features/users/server/deliveries.ts'
import { findUser } from '#features/users/server/queries.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { emailPreferences } from '#tables/email-preferences.ts'
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
import { isEvent, notificationMail } from './deliveries.ts'
import { mailsRetried, preferenceChanged, testMailSent } from './events.ts'
import { listPreferences, shapePreference } from './queries.ts'
import { lastOccasion, notifiedAfterMs, type Occasion } from './schedule.ts'

type By = Pick<Viewer, 'id'>
interface Of {
  userId: string
  notificationType: NotificationType
}

const isOf = ({ userId, notificationType }: Of) =>
  and(eq(emailPreferences.userId, userId), eq(emailPreferences.notificationType, notificationType))

/** @param by null: the link in a mail */
const changed = (row: typeof emailPreferences.$inferSelect, by: By | null) => {
  const { userId, notificationType, frequency, isEnabled } = row
  const now = { frequency, isEnabled }
  return preferenceChanged({
    actorId: by?.id ?? null,
    subjectId: userId,
    data: { notificationType, now },
  })
}

/** @throws {AppError} `invalid` for an unknown user; `conflict` when they have a preference of this type */
export async function createPreference(
  unit: Work,
  viewer: By,
  input: NewPreference,
): Promise<EmailPreference> {
  if (!(await findUser(unit.tx, input.userId)))
    throw invalid('userId', i18n.t('userId: there is no such user'))
  const [row] = await unit.tx
    .insert(emailPreferences)
    .values({ ...input, createdAt: unit.now, updatedAt: unit.now })
    .onConflictDoNothing()
    .returning()
  if (!row)
    throw new AppError(
      'conflict',
      i18n.t('This user already has a preference for {notificationType}.', {
        notificationType: notificationWords[input.notificationType],
      }),
    )
  unit.announce(changed(row, viewer))
  return shapePreference(row)
}

/** Stores missing defaults. @throws {AppError} `not_found` */
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

/** @param by null: the link in a mail */
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

export async function recordLastSent(unit: Work, of: Of): Promise<void> {
  await unit.tx.update(emailPreferences).set({ lastSentAt: unit.now }).where(isOf(of))
}

export async function recordTestSent(unit: Work, viewer: By, of: Of): Promise<void> {
  await recordLastSent(unit, of)
  unit.announce(
    testMailSent({
      actorId: viewer.id,
      subjectId: of.userId,
      data: { notificationType: of.notificationType },
    }),
  )
}

/** Starts at the present; does nothing if started. */
export async function startProgress(unit: Work, timeZone: string): Promise<void> {
  const [dailyAt, weeklyAt] = (['daily', 'weekly'] as const).map(
    (cadence) => lastOccasion(cadence, unit.now, timeZone).at,
  )
  if (!dailyAt || !weeklyAt) return
  await unit.tx.insert(notificationProgress).values({ dailyAt, weeklyAt }).onConflictDoNothing()
}

export type Progress = typeof notificationProgress.$inferSelect

/** Locks the calendar to the end of the transaction; undefined while another node holds it. */
export async function lockProgress(unit: Work): Promise<Progress | undefined> {
  const [row] = await unit.tx.select().from(notificationProgress).for('update', { skipLocked: true })
  return row
}

/** Requires `lockProgress`. */
export const moveProgress = (unit: Work, to: Partial<Omit<Progress, 'id'>>) =>
  unit.tx.update(notificationProgress).set(to)

/** Mails about one act share a key across types. */
const keyOf = ({ userId, notificationType }: Of, period: string) =>
  isEvent(period) ? `${userId} ${period}` : `${userId} ${notificationType} ${period}`

/** Adds an event to the mail of this occasion. @returns false when that mail is already on its way */
async function queueWith(
  unit: Work,
  of: Of,
  { period, at: dueAt }: Occasion,
  position: number,
): Promise<boolean> {
  const { userId, notificationType } = of
  const mail = await queueDelivery(unit, {
    kind: notificationMail,
    userId,
    key: keyOf(of, period),
    payload: { notificationType, period },
    dueAt,
  })
  if (mail.attempts > 0 || mail.dueAt === null) return false
  await unit.tx
    .insert(notifications)
    .values({ userId, notificationType, deliveryId: mail.id, position })
    .onConflictDoNothing()
  return true
}

interface QueuedNotice {
  position: number
  /** Events of one act share a mail. */
  act: string
  toldAt: Date
}

export async function queueNow(
  unit: Work,
  of: Of,
  { position, act, toldAt: at }: QueuedNotice,
): Promise<void> {
  // An event handled later than the rest of its act finds that mail gone.
  if (!(await queueWith(unit, of, { period: `event ${act}`, at }, position)))
    await queueWith(unit, of, { period: `event ${position}`, at }, position)
}

/** @param next returns the occasion after a moment */
export async function addToDigest(
  unit: Work,
  of: Of,
  position: number,
  { from, next }: { from: Date; next(after: Date): Occasion },
): Promise<void> {
  let occasion = next(from)
  // After the clock was set back, that one may already be on its way.
  while (!(await queueWith(unit, of, occasion, position))) occasion = next(occasion.at)
}

/** Longest wait: from one week to the next. */
const longestWaitMs = 8 * 24 * 60 * 60 * 1000

/** Makes mails due that a clock running ahead had postponed. */
export const sendMailsNow = (unit: Work): Promise<void> =>
  makeDueNow(unit, notificationMail, new Date(unit.now.getTime() + longestWaitMs))

/** Queues one summary per user and occasion. */
export const queueSummaries = (
  unit: Work,
  wanted: readonly Of[],
  { period, since, until }: { period: string; since: Date; until: Date },
): Promise<void> =>
  queueDeliveries(
    unit,
    wanted.map((of) => ({
      kind: notificationMail,
      userId: of.userId,
      key: keyOf(of, period),
      payload: { notificationType: of.notificationType, period, since, until },
      // The last comments of the period can still be undone.
      dueAt: new Date(unit.now.getTime() + notifiedAfterMs),
    })),
  )

/** @param ready kinds that can be sent @param id only this one @returns the kinds that are retried */
export async function retryFailed(
  unit: Work,
  viewer: By,
  ready: readonly string[],
  id?: string,
): Promise<string[]> {
  // Leaves out kinds that no screen shows.
  const retried = ready.filter((kind) => kind !== addressNotice.name)
  const kinds = await retryDeliveries(unit, retried, id)
  if (kinds.length > 0) unit.announce(mailsRetried({ actorId: viewer.id, data: { tried: kinds.length } }))
  return kinds
}

export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(emailPreferences).where(eq(emailPreferences.userId, id))
  await unit.tx.delete(notifications).where(eq(notifications.userId, id))
}
