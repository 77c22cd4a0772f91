import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import { hasName } from '#platform/server/own-names.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { answerLimits, type NewSavedAnswer, type SavedAnswer, type SavedAnswerChange } from '../contract.ts'
import { canShareAnswers } from '../policy.ts'
import { answerChanged, answerDeleted, answerSaved } from './events.ts'
import { requireAnswer, requireOwnAnswer } from './queries.ts'

function requireSharing(viewer: Viewer, sharedWith: readonly string[] = []): void {
  if (sharedWith.length > 0 && !canShareAnswers(viewer))
    throw forbidden(i18n.t('Only helpdesk and super users may share saved answers.'))
}

/** Locks a person's titles. @returns their number @throws {AppError} `conflict` for a repeated title */
async function requireFreeTitle(
  unit: Work,
  ownerId: string,
  title: string,
  except?: string,
): Promise<number> {
  await lockName(unit, 'saved answers', ownerId)
  const own = await unit.tx
    .select({ id: savedAnswers.id, name: savedAnswers.title })
    .from(savedAnswers)
    .where(eq(savedAnswers.ownerId, ownerId))
  if (hasName(own, title, except))
    throw new AppError('conflict', i18n.t('There is already a saved answer named {title}.', { title }))
  return own.length
}

/** @throws {AppError} `conflict` for a repeated title or one answer too many; `forbidden` for sharing */
export async function createSavedAnswer(
  unit: Work,
  viewer: Viewer,
  input: NewSavedAnswer,
): Promise<SavedAnswer> {
  requireSharing(viewer, input.sharedWith)
  const count = await requireFreeTitle(unit, viewer.id, input.title)
  if (count >= answerLimits.perPerson)
    throw new AppError(
      'conflict',
      i18n.t('You have {perPerson} saved answers. Delete one to save another.', {
        perPerson: answerLimits.perPerson,
      }),
    )
  const rows = await unit.tx
    .insert(savedAnswers)
    .values({ ...input, ownerId: viewer.id, createdAt: unit.now, updatedAt: unit.now })
    .returning({ id: savedAnswers.id })
  const { id } = onlyRow(rows)
  const data = { title: input.title, ownerId: viewer.id, sharedWith: input.sharedWith }
  unit.announce(answerSaved({ actorId: viewer.id, subjectId: id, data }))
  return requireAnswer(unit.tx, viewer, id)
}

/** Locks the answer. @throws {AppError} as `requireOwnAnswer` */
async function lockOwnAnswer(unit: Work, viewer: Viewer, id: string): Promise<SavedAnswer> {
  await unit.tx
    .select({ id: savedAnswers.id })
    .from(savedAnswers)
    .where(eq(savedAnswers.id, id))
    .for('update')
  return requireOwnAnswer(unit.tx, viewer, id)
}

/** @throws {AppError} `not_found`, `forbidden`, `conflict` for a title its owner already has */
export async function changeSavedAnswer(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: SavedAnswerChange,
): Promise<SavedAnswer> {
  const before = await lockOwnAnswer(unit, viewer, id)
  requireSharing(viewer, change.sharedWith)
  if (change.title !== undefined) await requireFreeTitle(unit, before.owner.id, change.title, id)
  await unit.tx
    .update(savedAnswers)
    .set({ ...change, updatedAt: unit.now })
    .where(eq(savedAnswers.id, id))
  const after = { ...before, ...change, updatedAt: unit.now.toISOString() }
  const sharedWith = [...new Set([...before.sharedWith, ...after.sharedWith])]
  const data = { title: after.title, ownerId: before.owner.id, sharedWith }
  unit.announce(answerChanged({ actorId: viewer.id, subjectId: id, data }))
  return after
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteSavedAnswer(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const { title, owner, sharedWith } = await lockOwnAnswer(unit, viewer, id)
  await unit.tx.delete(savedAnswers).where(eq(savedAnswers.id, id))
  const data = { title, ownerId: owner.id, sharedWith }
  unit.announce(answerDeleted({ actorId: viewer.id, subjectId: id, data }))
}

/** Keeps shared answers, which belong to the desk. */
export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx
    .delete(savedAnswers)
    .where(and(eq(savedAnswers.ownerId, id), sql`cardinality(${savedAnswers.sharedWith}) = 0`))
}
