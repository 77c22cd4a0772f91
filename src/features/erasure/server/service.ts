import { eq, isNull } from 'drizzle-orm'
import { cancelRoleRequest, endSessions } from '#features/auth/server/service.ts'
import { holdAssigned, holdWrittenIn, releaseTickets } from '#features/tickets/server/service.ts'
import { buryObjects } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { tracesErased } from '#features/users/server/events.ts'
import { findUser } from '#features/users/server/queries.ts'
import { eraseUser, lockUser, requireAnotherAdministrator } from '#features/users/server/service.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { i18n, type Language } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/database.ts'
import { inLanguage } from '#platform/server/language.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { erasures } from '#tables/erasures.ts'
import { deleteBelongings } from './belongings.ts'
import { replaceOwnTexts } from './own-texts.ts'
import { findHindrance } from './queries.ts'

/** An erasure as it is asked for. */
export interface Eraser {
  /** Null: a rule of retention. */
  viewer: Viewer | null
  ip?: string
  /** Of the words that stand in the place of a name or a text. They are stored, so everybody reads them in this one. */
  language: Language
  /** Whether the texts that the person wrote are replaced, too. */
  ownTexts: boolean
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
 * Makes somebody nobody: their row names them no more, and what belongs to them alone is gone. What others wrote stays as it is.
 * @returns where their files lie that are gone with it; to be removed there once the unit of work is done
 * @throws {AppError} `not_found`; `conflict` with what stands in the way
 */
export async function erasePerson(unit: Work, by: Eraser, id: string): Promise<string[]> {
  const { viewer, ip, language, ownTexts } = by
  await requireErasable(unit, viewer, await findUser(unit.tx, id))
  await holdAssigned(unit, id)
  if (ownTexts) await holdWrittenIn(unit, id)
  await requireAnotherAdministrator(unit, id)
  const user = await lockUser(unit, id)
  await requireErasable(unit, viewer, user)
  if (viewer && isStaff(user)) await releaseTickets(unit, viewer, id)
  await endSessions(unit, id)
  if (viewer) await cancelRoleRequest(unit, id, viewer.id)
  const actorId = viewer?.id ?? null
  const picture = await eraseUser(unit, user, personIn(language), { actorId, ip })
  const pictures = picture === null ? [] : [picture]
  await buryObjects(
    unit.tx,
    pictures.map((objectPath) => ({ objectPath })),
    unit.now,
  )
  const paths = [...pictures, ...(await deleteBelongings(unit, user))]
  // Last, because whatever the person was saying meanwhile waited for their row, or was there before it changed.
  const texts = ownTexts ? await replaceOwnTexts(unit, id, textIn(language)) : 0
  unit.announce(tracesErased({ actorId, subjectId: id, data: { texts, files: paths.length } }))
  return paths
}

async function finishErasure(unit: Work, userId: string): Promise<void> {
  await holdWrittenIn(unit, userId)
  const [row] = await unit.tx.select().from(erasures).where(eq(erasures.userId, userId)).for('update')
  if (!row || row.finishedAt) return
  const { erasedBy, language, files } = row
  const texts = erasedBy === null ? 0 : await replaceOwnTexts(unit, userId, textIn(language))
  await unit.tx
    .update(erasures)
    .set({ knownBy: null, texts: row.texts + texts, finishedAt: unit.now, movedAt: unit.now })
    .where(eq(erasures.userId, userId))
  unit.announce(tracesErased({ actorId: erasedBy, subjectId: userId, data: { texts, files } }))
}

/**
 * Finishes erasures that an earlier version began: where a super user was told so, texts of the person are replaced. Nothing else of them
 * is done any more.
 * @throws {AggregateError} with the failures of some, once the others are finished
 */
export async function finishErasures({ db, work }: { db: Database; work: DoWork }): Promise<void> {
  const owed = await db.select({ userId: erasures.userId }).from(erasures).where(isNull(erasures.finishedAt))
  const failures: unknown[] = []
  for (const { userId } of owed)
    await work((unit) => finishErasure(unit, userId)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures are not finished`)
}
