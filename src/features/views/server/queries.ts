import { i18n } from '#platform/contract/i18n.ts'
import { eq, isNotNull, or } from 'drizzle-orm'
import { staff, type Viewer } from '#features/users/contract.ts'
import { personColumns } from '#features/users/server/queries.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { byName } from '#platform/server/own-names.ts'
import { savedViews } from '#tables/saved-views.ts'
import { users } from '#tables/users.ts'
import type { View } from '../contract.ts'
import { canChangeView, canSeeView } from '../policy.ts'

const selectViews = (reader: Reader) =>
  reader
    .select({
      id: savedViews.id,
      name: savedViews.name,
      query: savedViews.query,
      sharedWith: savedViews.sharedWith,
      sharedWithRoles: savedViews.sharedWithRoles,
      createdAt: savedViews.createdAt,
      updatedAt: savedViews.updatedAt,
      owner: personColumns,
    })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.ownerId))

type Row = Awaited<ReturnType<typeof selectViews>>[number]

const shapeView = ({ sharedWithRoles, ...row }: Row): View => ({
  ...row,
  sharedWith: sharedWithRoles ?? staff.filter((role) => role === row.sharedWith),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export async function listViews(reader: Reader, viewer: Viewer): Promise<View[]> {
  const rows = await selectViews(reader).where(
    or(eq(savedViews.ownerId, viewer.id), isNotNull(savedViews.sharedWith)),
  )
  return rows
    .map(shapeView)
    .filter((view) => canSeeView(viewer, view))
    .toSorted(byName)
}

/** @throws {AppError} `not_found`, also for a view that the viewer may not see */
export async function requireView(reader: Reader, viewer: Viewer, id: string): Promise<View> {
  const [row] = await selectViews(reader).where(eq(savedViews.id, id))
  const view = row && shapeView(row)
  if (!view || !canSeeView(viewer, view)) throw notFound()
  return view
}

/** @throws {AppError} `not_found`; `forbidden` without the right to change it */
export async function requireOwnView(reader: Reader, viewer: Viewer, id: string): Promise<View> {
  const view = await requireView(reader, viewer, id)
  if (!canChangeView(viewer, view)) throw forbidden(i18n.t('Only its owner may change a view.'))
  return view
}
