import { eq, sql } from 'drizzle-orm'
import { cancelRoleRequest, endSessions } from '#features/auth/server/service.ts'
import { holdAssigned, releaseTickets } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import { tracesErased } from '#features/users/server/events.ts'
import { eraseUser, lockUser, requireAnotherAdministrator } from '#features/users/server/service.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Language } from '#platform/contract/i18n.ts'
import type { Work } from '#platform/server/work.ts'
import { erasures } from '#tables/erasures.ts'
import { buryPicture, deleteBelongings } from './belongings.ts'
import { findKnownBy } from './known-by.ts'
import { findHindrance, type Erasure } from './queries.ts'
import { wordsIn } from './words.ts'

/** Who erases, and from where; no viewer: a rule of retention. */
export interface Eraser {
  viewer: Viewer | null
  ip?: string
  /** Of what stands in the place of what was erased. */
  language: Language
}

async function requireErasable(
  unit: Work,
  viewer: Viewer | null,
  user: Awaited<ReturnType<typeof findUser>>,
) {
  if (!user) throw notFound()
  const hindrance = await findHindrance(unit.tx, viewer, user, unit.now)
  if (hindrance !== undefined) throw new AppError('conflict', hindrance)
}

/**
 * Makes somebody nobody: their row names them no more, what belongs to them alone is gone, and what has to be looked for elsewhere is noted.
 * @returns where their files lie that are gone with it; to be removed there once the unit of work is done
 * @throws {AppError} `not_found`; `conflict` with what stands in the way
 */
export async function beginErasure(
  unit: Work,
  { viewer, ip, language }: Eraser,
  id: string,
): Promise<{ erasure: Erasure; paths: string[] }> {
  const by = { actorId: viewer?.id ?? null, ip }
  await requireErasable(unit, viewer, await findUser(unit.tx, id))
  await holdAssigned(unit, id)
  await requireAnotherAdministrator(unit, id)
  const user = await lockUser(unit, id)
  await requireErasable(unit, viewer, user)
  const { knownBy, askedFor } = await findKnownBy(unit.tx, user)
  if (viewer && isStaff(user)) await releaseTickets(unit, viewer, id)
  await endSessions(unit, id)
  if (viewer) await cancelRoleRequest(unit, id, viewer.id)
  const picture = await buryPicture(unit, await eraseUser(unit, user, wordsIn(language).person, by))
  const sent = await deleteBelongings(unit, id, knownBy, askedFor)
  const rows = await unit.tx
    .insert(erasures)
    .values({
      userId: id,
      erasedBy: by.actorId,
      language,
      knownBy,
      movedAt: unit.now,
      createdAt: unit.now,
    })
    .returning()
  const [erasure] = rows
  if (!erasure) throw new Error('an erasure was not noted')
  return { erasure, paths: [...picture, ...sent] }
}

/** Notes that some more is erased, and that somebody is at work on it. */
export async function noteProgress(
  unit: Work,
  userId: string,
  { texts = 0, files = 0 }: { texts?: number; files?: number },
): Promise<void> {
  await unit.tx
    .update(erasures)
    .set({
      texts: sql`${erasures.texts} + ${texts}`,
      files: sql`${erasures.files} + ${files}`,
      movedAt: unit.now,
    })
    .where(eq(erasures.userId, userId))
}

/**
 * Takes over an erasure that nobody is at work on.
 * @returns false when another node has done so
 */
export async function takeOver(unit: Work, { userId, movedAt }: Erasure): Promise<boolean> {
  const [row] = await unit.tx
    .select({ movedAt: erasures.movedAt })
    .from(erasures)
    .where(eq(erasures.userId, userId))
    .for('update')
  if (row?.movedAt.getTime() !== movedAt.getTime()) return false
  await noteProgress(unit, userId, {})
  return true
}

/** Forgets what was looked for: nothing of it is left. Says so once, whoever else has come to the same end. */
export async function finishErasure(unit: Work, userId: string): Promise<void> {
  const [row] = await unit.tx.select().from(erasures).where(eq(erasures.userId, userId)).for('update')
  if (!row || row.finishedAt) return
  await unit.tx
    .update(erasures)
    .set({ knownBy: null, finishedAt: unit.now, movedAt: unit.now })
    .where(eq(erasures.userId, userId))
  const { erasedBy, texts, files } = row
  unit.announce(tracesErased({ actorId: erasedBy, subjectId: userId, data: { texts, files } }))
}
