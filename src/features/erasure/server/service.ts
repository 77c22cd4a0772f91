import { eq, isNull } from 'drizzle-orm'
import { cancelRoleRequest, endSessions } from '#features/auth/server/service.ts'
import { lockTicketsAssignedTo, releaseTickets } from '#features/tickets/server/service.ts'
import { lockTicketsWrittenIn } from '#features/conversation/server/public/written-by.ts'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { tracesErased } from '#features/users/server/events.ts'
import { findUser } from '#features/users/server/queries.ts'
import { eraseUser, lockUser, requireAnotherAdministrator } from '#features/users/server/service.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { i18n, type Language } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { erasures } from '#tables/erasures.ts'
import { formerPerson } from './former-person.ts'
import { findHindrance } from './queries.ts'

export interface Eraser {
  /** Null: a rule of retention. */
  viewer: Viewer | null
  /** Language of the stored words in place of a name or a text, the same for all readers. */
  language: Language
  /** Texts by the person are replaced, too. */
  ownTexts: boolean
  /** Erasers of the features, later ones first: their rows refer to those of earlier ones. */
  personal: readonly PersonalData<Viewer>[]
}

const personIn = (language: Language) => inLanguage(language, () => i18n.t('Erased person'))
const textIn = (language: Language) => inLanguage(language, () => i18n.t('Erased'))

async function requireErasable(
  unit: Work,
  viewer: Viewer | null,
  user: Awaited<ReturnType<typeof findUser>>,
) {
  if (!user) throw notFound()
  const hindrance = await findHindrance(unit.tx, viewer, user)
  if (hindrance !== undefined) throw new AppError('conflict', hindrance)
}

/**
 * Anonymizes a user and deletes what belongs to them alone; texts by others stay.
 * @returns objects to remove after the commit
 * @throws {AppError} `not_found`; `conflict` with the obstacle
 */
export async function erasePerson(unit: Work, by: Eraser, id: string): Promise<string[]> {
  const { viewer, language, ownTexts, personal } = by
  await requireErasable(unit, viewer, await findUser(unit.tx, id))
  await lockTicketsAssignedTo(unit, id)
  if (ownTexts) await lockTicketsWrittenIn(unit, id)
  await requireAnotherAdministrator(unit, id)
  const user = await lockUser(unit, id)
  await requireErasable(unit, viewer, user)
  if (viewer && isStaff(user)) await releaseTickets(unit, viewer, id)
  await endSessions(unit, id)
  if (viewer) await cancelRoleRequest(unit, id, viewer.id)
  const actorId = viewer?.id ?? null
  const picture = await eraseUser(unit, user, personIn(language), { actorId })
  const pictures = picture === null ? [] : [picture]
  await scheduleObjectRemoval(
    unit.tx,
    pictures.map((objectPath) => ({ objectPath })),
    unit.now,
  )
  const paths = [...pictures]
  for (const { forget } of personal) paths.push(...((await forget?.(unit, formerPerson(user))) ?? []))
  // Last: concurrent writes of the person waited for their row, or precede its change.
  const texts = ownTexts ? await replaceTexts(unit, id, textIn(language), personal) : 0
  unit.announce(tracesErased({ actorId, subjectId: id, data: { texts, files: paths.length } }))
  return paths
}

/** @param word replaces each text @returns how many */
async function replaceTexts(
  unit: Work,
  userId: string,
  word: string,
  personal: Eraser['personal'],
): Promise<number> {
  let replaced = 0
  for (const one of personal) replaced += (await one.replaceTexts?.(unit, userId, word)) ?? 0
  return replaced
}

async function finishErasure(unit: Work, userId: string, personal: Eraser['personal']): Promise<void> {
  await lockTicketsWrittenIn(unit, userId)
  const [row] = await unit.tx.select().from(erasures).where(eq(erasures.userId, userId)).for('update')
  if (!row || row.finishedAt) return
  const { erasedBy, language, files } = row
  const texts = erasedBy === null ? 0 : await replaceTexts(unit, userId, textIn(language), personal)
  await unit.tx
    .update(erasures)
    .set({ knownBy: null, texts: row.texts + texts, finishedAt: unit.now, movedAt: unit.now })
    .where(eq(erasures.userId, userId))
  unit.announce(tracesErased({ actorId: erasedBy, subjectId: userId, data: { texts, files } }))
}

interface Finishing extends Pick<Eraser, 'personal'> {
  db: Database
  work: DoWork
}

/** Finishes erasures of an earlier version. @throws {AggregateError} after the others */
export async function finishErasures({ db, work, personal }: Finishing): Promise<void> {
  const owed = await db.select({ userId: erasures.userId }).from(erasures).where(isNull(erasures.finishedAt))
  const failures: unknown[] = []
  for (const { userId } of owed)
    await work((unit) => finishErasure(unit, userId, personal)).catch((error: unknown) =>
      failures.push(error),
    )
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures are not finished`)
}
