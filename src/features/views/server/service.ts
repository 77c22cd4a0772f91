import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import { hasName } from '#platform/server/own-names.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { savedViews } from '#tables/saved-views.ts'
import { viewLimits, type NewView, type View, type ViewChange } from '../contract.ts'
import { canShareViews } from '../policy.ts'
import { viewChanged, viewDeleted, viewSaved } from './events.ts'
import { requireOwnView, requireView } from './queries.ts'

function requireSharing(viewer: Viewer, sharedWith: readonly string[] = []): void {
  if (sharedWith.length > 0 && !canShareViews(viewer))
    throw forbidden(i18n.t('Only helpdesk and super users may share views.'))
}

type Shared = Pick<View, 'sharedWith'>

const sharingColumns = ({ sharedWith }: Shared) => ({
  sharedWith: sharedWith[0] ?? null,
  sharedWithRoles: sharedWith,
})

/** Roles told by a fact; null for the owner alone. */
const heardBy = ({ sharedWith }: Shared) => (sharedWith.length > 0 ? sharedWith : [null])

/** Locks a person's view names. @throws {AppError} `conflict` for a repeated name, ignoring case */
async function requireFreeName(unit: Work, ownerId: string, name: string, except?: string): Promise<number> {
  await lockName(unit, 'views', ownerId)
  const own = await unit.tx
    .select({ id: savedViews.id, name: savedViews.name })
    .from(savedViews)
    .where(eq(savedViews.ownerId, ownerId))
  if (hasName(own, name, except))
    throw new AppError('conflict', i18n.t('You already have a view named {name}.', { name }))
  return own.length
}

/** @throws {AppError} `conflict` for a repeated name or one view too many; `forbidden` for sharing */
export async function createView(unit: Work, viewer: Viewer, input: NewView): Promise<View> {
  requireSharing(viewer, input.sharedWith)
  const count = await requireFreeName(unit, viewer.id, input.name)
  if (count >= viewLimits.perPerson)
    throw new AppError(
      'conflict',
      i18n.t('You have {perPerson} views. Delete one to save another.', { perPerson: viewLimits.perPerson }),
    )
  const rows = await unit.tx
    .insert(savedViews)
    .values({
      ...input,
      ...sharingColumns(input),
      ownerId: viewer.id,
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .returning({ id: savedViews.id })
  const { id } = onlyRow(rows)
  const data = { name: input.name, ownerId: viewer.id, sharedWith: heardBy(input) }
  unit.announce(viewSaved({ actorId: viewer.id, subjectId: id, data }))
  return requireView(unit.tx, viewer, id)
}

/** Locks the view. @throws {AppError} as `requireOwnView` */
async function lockOwnView(unit: Work, viewer: Viewer, id: string): Promise<View> {
  await unit.tx.select({ id: savedViews.id }).from(savedViews).where(eq(savedViews.id, id)).for('update')
  return requireOwnView(unit.tx, viewer, id)
}

/** @throws {AppError} `not_found`, `forbidden`, `conflict` for a name its owner already has */
export async function changeView(unit: Work, viewer: Viewer, id: string, change: ViewChange): Promise<View> {
  const before = await lockOwnView(unit, viewer, id)
  requireSharing(viewer, change.sharedWith)
  if (change.name !== undefined) await requireFreeName(unit, before.owner.id, change.name, id)
  const after = { ...before, ...change, updatedAt: unit.now.toISOString() }
  await unit.tx
    .update(savedViews)
    .set({ ...change, ...sharingColumns(after), updatedAt: unit.now })
    .where(eq(savedViews.id, id))
  const sharedWith = [...new Set([...heardBy(before), ...heardBy(after)])]
  const data = { name: after.name, ownerId: before.owner.id, sharedWith }
  unit.announce(viewChanged({ actorId: viewer.id, subjectId: id, data }))
  return after
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteView(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const view = await lockOwnView(unit, viewer, id)
  await unit.tx.delete(savedViews).where(eq(savedViews.id, id))
  const data = { name: view.name, ownerId: view.owner.id, sharedWith: heardBy(view) }
  unit.announce(viewDeleted({ actorId: viewer.id, subjectId: id, data }))
}

/** Keeps shared views, which belong to the desk. */
export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(savedViews).where(and(eq(savedViews.ownerId, id), isNull(savedViews.sharedWith)))
}
