import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, getTableName, sql } from 'drizzle-orm'
import { forgetDeletedRows } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isStaff } from '#features/users/policy.ts'
import { lockUser } from '#features/users/server/service.ts'
import { proveEmail } from '#features/users/server/public/address.ts'
import { AppError, invalid, notFound, unlessGone } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { changedFields, newValues } from '#platform/server/database/changed-fields.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Database } from '#platform/server/database/query-builder.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#platform/server/database/database-errors.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { productUsers } from '#tables/product-users.ts'
import { products } from '#tables/products.ts'
import {
  productTag,
  type NewProduct,
  type NewTeamEntry,
  type Product,
  type ProductChange,
  type TeamEntry,
} from '../contract.ts'
import { productChanged, productCreated, productMemberAdded, productMemberRemoved } from './events.ts'
import { findProduct, lockClientForShare } from './queries.ts'

function refuseUnknownClient(error: unknown): never {
  throw isForeignKeyViolation(error) ? invalid('clientId', i18n.t('There is no such client')) : error
}

const nullIfEmpty = (value: string | null | undefined) => value || null

/** Vouches for the address if a super user chooses. @returns undefined unless active staff */
async function lockMember(unit: Work, viewer: Viewer, userId: string) {
  const user = await unlessGone(lockUser(unit, userId))
  if (!user?.isActive || !isStaff(user)) return undefined
  return isAdministrator(viewer) ? proveEmail(unit, user, { actorId: viewer.id }) : user
}

/** @throws {AppError} `invalid` for an unknown client or person, and for a member who is a client */
export async function createProduct(unit: Work, viewer: Viewer, input: NewProduct): Promise<Product> {
  const { userAssignments, repositoryUrl, ...fields } = input
  for (const userId of userAssignments.map((one) => one.userId).toSorted())
    if (!(await lockMember(unit, viewer, userId)))
      throw invalid('userAssignments', i18n.t('Only active staff can work on a product'))
  const rows = await unit.tx
    .insert(products)
    .values({
      ...fields,
      nameSearch: searchable(input.name),
      repositoryUrl: nullIfEmpty(repositoryUrl),
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .returning()
    .catch(refuseUnknownClient)
  const row = onlyRow(rows)
  if (userAssignments.length > 0)
    await unit.tx
      .insert(productUsers)
      .values(
        userAssignments.map((assignment) => ({ ...assignment, productId: row.id, createdAt: unit.now })),
      )
      .onConflictDoNothing()
  unit.announce(productCreated({ actorId: viewer.id, subjectId: row.id, data: { name: row.name } }))
  return findProduct(unit.tx, row.id)
}

/** Folds names that earlier versions stored. Runs after the migrations, before the server accepts calls. */
export async function foldProductsAnew(db: Database): Promise<void> {
  const all = await db
    .select({ id: products.id, name: products.name, folded: products.nameSearch })
    .from(products)
  for (const { id, name } of all.filter((one) => one.folded !== searchable(one.name)))
    // Another node may have renamed it since.
    await db
      .update(products)
      .set({ nameSearch: searchable(name) })
      .where(and(eq(products.id, id), eq(products.name, name)))
}

/** @throws {AppError} `not_found` */
export async function lockProduct(unit: Work, id: string) {
  const [row] = await unit.tx.select().from(products).where(eq(products.id, id)).for('no key update')
  if (!row) throw notFound()
  return row
}

/**
 * @param ifMatch ETags of versions that the caller has seen; absent: any
 * @throws {AppError} `not_found`; `stale` with the present product; `invalid` for an unknown client
 */
export async function changeProduct(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: ProductChange,
  ifMatch?: readonly string[],
): Promise<Product> {
  // Lock order: a client before its products, as its deletion takes them along.
  if (change.clientId) await lockClientForShare(unit.tx, change.clientId)
  const before = await lockProduct(unit, id)
  const tag = productTag({ updatedAt: before.updatedAt.toISOString() })
  if (ifMatch && !ifMatch.includes('*') && !ifMatch.includes(tag))
    throw new AppError('stale', i18n.t('Someone else has changed this product in the meantime.'), {
      current: await findProduct(unit.tx, id),
    })
  const wanted = {
    ...change,
    ...(change.repositoryUrl !== undefined && { repositoryUrl: nullIfEmpty(change.repositoryUrl) }),
  }
  const changes = changedFields(before, wanted)
  if (Object.keys(changes).length > 0) {
    await unit.tx
      .update(products)
      .set({
        ...newValues(changes),
        ...(change.name !== undefined && { nameSearch: searchable(change.name) }),
        updatedAt: unit.now,
      })
      .where(eq(products.id, id))
      .catch(refuseUnknownClient)
    unit.announce(productChanged({ actorId: viewer.id, subjectId: id, data: { changes } }))
  }
  return findProduct(unit.tx, id)
}

/** @throws {AppError} `not_found`; `invalid` unless active staff; `conflict` for a present member */
export async function addMember(
  unit: Work,
  viewer: Viewer,
  productId: string,
  { userId, role }: NewTeamEntry,
): Promise<TeamEntry> {
  await lockProduct(unit, productId)
  const user = await lockMember(unit, viewer, userId)
  if (!user) throw invalid('userId', i18n.t('Only active staff can work on a product'))
  try {
    await unit.tx.insert(productUsers).values({ productId, userId, role, createdAt: unit.now })
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', i18n.t('This person is already assigned to this product.'))
    throw error
  }
  unit.announce(productMemberAdded({ actorId: viewer.id, subjectId: productId, data: { userId, role } }))
  const { id, firstName, lastName, email, role: userRole, emailProvedAt } = user
  const isEmailConfirmed = emailProvedAt !== null
  return { user: { id, firstName, lastName, email, role: userRole, isEmailConfirmed }, role }
}

const announceRemoval = (unit: Work, viewer: Viewer, productId: string, userId: string) =>
  unit.announce(productMemberRemoved({ actorId: viewer.id, subjectId: productId, data: { userId } }))

/** @throws {AppError} `not_found` for an unknown product or member */
export async function removeMember(
  unit: Work,
  viewer: Viewer,
  productId: string,
  userId: string,
): Promise<void> {
  const removed = await unit.tx
    .delete(productUsers)
    .where(and(eq(productUsers.productId, productId), eq(productUsers.userId, userId)))
    .returning({ id: productUsers.id })
  if (removed.length === 0) throw notFound()
  announceRemoval(unit, viewer, productId, userId)
}

/** Removes a person who is no longer staff from all teams. */
export async function removeFromTeams(unit: Work, viewer: Viewer, userId: string): Promise<void> {
  const removed = await unit.tx
    .delete(productUsers)
    .where(eq(productUsers.userId, userId))
    .returning({ productId: productUsers.productId })
  for (const { productId } of removed) announceRemoval(unit, viewer, productId, userId)
}

export async function forgetPerson(unit: Work, { id }: FormerPerson): Promise<void> {
  await unit.tx.delete(productUsers).where(eq(productUsers.userId, id))
  const isTheirs = sql`part ->> 'table' = ${getTableName(productUsers)} and r ->> 'user_id' = ${id}`
  await forgetDeletedRows(unit, ['product', 'client'], isTheirs)
}
