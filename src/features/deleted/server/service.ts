import { restoreClient } from '#features/clients/server/public/deletion.ts'
import { restoreProduct } from '#features/products/server/public/deletion.ts'
import { restoreComment } from '#features/comments/server/public/deletion.ts'
import { restoreTicket } from '#features/conversation/server/public/deletion.ts'
import { linkTickets } from '#features/tickets/server/public/link-products.ts'
import type { DeletableKind } from '#features/trash/contract.ts'
import { findDeleted, listHangingOn } from '#features/trash/server/queries.ts'
import { notInTrash, purge, type DeletedRecord } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { mostAtOnce } from '../contract.ts'
import { canRestore } from '../policy.ts'

/** Most things that one call skips because they cannot be restored. */
const mostFailures = 1000

type Restore<T> = (unit: Work, viewer: Viewer, id: string) => Promise<T>

const linking =
  (restore: Restore<DeletedRecord['links']>): Restore<void> =>
  async (unit, viewer, id) => {
    for (const link of await restore(unit, viewer, id)) await linkTickets(unit, link)
  }

const restoreOf: Record<DeletableKind, Restore<void>> = {
  ticket: restoreTicket,
  comment: restoreComment,
  client: linking(restoreClient),
  product: linking(restoreProduct),
}

/** @throws {AppError} `not_found`, also for a thing that the viewer may not restore */
export async function requireDeleted(reader: Reader, viewer: Viewer, id: string) {
  const thing = await findDeleted(reader, id)
  if (!thing || !canRestore(viewer, thing.kind)) throw notInTrash()
  return thing
}

/**
 * @param withParent restores a deleted parent first
 * @returns how many things were restored
 * @throws {AppError} `not_found` when it cannot be restored any more; `conflict` with the obstacle
 */
export async function restoreThing(
  unit: Work,
  viewer: Viewer,
  id: string,
  withParent: boolean,
): Promise<number> {
  const { kind, parentId } = await requireDeleted(unit.tx, viewer, id)
  const parent = withParent && parentId !== null ? await findDeleted(unit.tx, parentId) : undefined
  const before =
    parent && canRestore(viewer, parent.kind) ? await restoreThing(unit, viewer, parent.id, true) : 0
  await restoreOf[kind](unit, viewer, id)
  return before + 1
}

/**
 * Restores the thing's parts that were deleted before it, each in a transaction of its own.
 * @returns how many were restored, and how many are left for another call
 * @throws {AppError} `not_found` when nothing of it is deleted
 */
export async function restoreHanging(reader: Reader, work: DoWork, viewer: Viewer, parentId: string) {
  const hanging = (await listHangingOn(reader, [parentId])).filter(({ kind }) => canRestore(viewer, kind))
  if (hanging.length === 0) throw notInTrash()
  let restored = 0
  let failed = 0
  for (const { id } of hanging) {
    if (restored >= mostAtOnce || failed >= mostFailures) break
    try {
      restored += await work((unit) => restoreThing(unit, viewer, id, false))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed++
    }
  }
  return { restored, left: hanging.length - restored }
}

/** @returns the paths of its files @throws {AppError} `not_found` */
export async function purgeThing(unit: Work, viewer: Viewer, id: string): Promise<string[]> {
  await requireDeleted(unit.tx, viewer, id)
  return purge(unit, viewer, id)
}
