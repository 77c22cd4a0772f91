import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Product } from '#features/products/contract.ts'
import { changeProduct, createProduct, lockProduct } from '#features/products/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { lockUser } from '#features/users/server/service.ts'
import { proveEmail } from '#features/users/server/public/address.ts'
import { AppError, invalid, notFound, unlessGone } from '#platform/contract/errors.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { changedFields, newValues } from '#platform/server/database/changed-fields.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import type { Work } from '#platform/server/work.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { declinedJoins } from '#tables/declined-joins.ts'
import {
  type Client,
  type ClientChange,
  type ClientProduct,
  type NewAssignment,
  type NewClient,
} from '../contract.ts'
import { agentRoles, assignmentRoles } from '../roles/contract.ts'
import { isNameTaken, nameTaken } from './public/client-name.ts'
import {
  clientChanged,
  clientCreated,
  clientJoinDeclined,
  clientUserAssigned,
  clientUserRemoved,
} from './events.ts'
import { lockClient } from './lock-client.ts'
import { forgetIcon } from './icons.ts'
import { findClient, findWholeClient, toClient } from './queries.ts'

type AssignmentRole = (typeof assignmentRoles)[number]

/** @throws {AppError} `conflict` when another company has its name, in any case */
export async function createClient(unit: Work, by: Pick<Viewer, 'id'>, input: NewClient): Promise<Client> {
  const nameSearch = searchable(input.name)
  if (await isNameTaken(unit, nameSearch)) throw nameTaken(input.name)
  const rows = await unit.tx
    .insert(clients)
    .values({
      ...input,
      contactEmail: input.contactEmail || null,
      nameSearch,
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .returning()
  const row = onlyRow(rows)
  unit.announce(clientCreated({ actorId: by.id, subjectId: row.id, data: { name: row.name } }))
  return toClient(row)
}

/** Agent roles fit staff, client roles fit clients, `assigned` fits both. */
const fits = (role: AssignmentRole, isClientUser: boolean) =>
  role === 'assigned' || isClientUser !== isOneOf(agentRoles, role)

/**
 * Assigns a person; a super user thereby verifies their address.
 * @param isProof false: not chosen by a super user, so the address stays as it is
 * @throws {AppError} `not_found`; `invalid` for an unfit person or role, `conflict` when already assigned
 */
export async function assignToClient(
  unit: Work,
  by: { id: string | null },
  clientId: string,
  input: NewAssignment,
  { isProof = true } = {},
) {
  if (!(await findClient(unit.tx, clientId))) throw notFound()
  // Lock the user: the role must not change before the commit.
  const user = await unlessGone(lockUser(unit, input.userId))
  if (!user) throw invalid('userId', i18n.t('There is no such user'))
  if (!fits(input.role, user.role === 'client'))
    throw invalid('role', i18n.t('This role is not available for this person'))
  try {
    await unit.tx.insert(clientUsers).values({ ...input, clientId, createdAt: unit.now })
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', i18n.t('This person is already assigned to this client.'))
    throw error
  }
  const { id, firstName, lastName, email, role, isActive } = user
  if (isProof) await proveEmail(unit, user, { actorId: by.id })
  unit.announce(
    clientUserAssigned({
      actorId: by.id,
      subjectId: clientId,
      data: { userId: user.id, role: input.role },
    }),
  )
  return {
    user: {
      id,
      firstName,
      lastName,
      email,
      role,
      isActive,
      isEmailConfirmed: isProof || user.emailProvedAt !== null,
    },
    role: input.role,
  }
}

/** Ignores unchanged fields. @throws {AppError} `not_found`; `conflict` for another company's name */
export async function changeClient(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: ClientChange,
): Promise<Client> {
  const nameSearch = change.name === undefined ? undefined : searchable(change.name)
  const isTaken = nameSearch !== undefined && (await isNameTaken(unit, nameSearch, id))
  const before = await lockClient(unit, id)
  const wanted = {
    ...change,
    ...(change.contactEmail !== undefined && { contactEmail: change.contactEmail || null }),
  }
  const changes = changedFields(before, wanted)
  // Older companies with the same name stay until one of them is renamed.
  if (changes.name && isTaken) throw nameTaken(change.name ?? before.name)
  if (Object.keys(changes).length > 0) {
    await unit.tx
      .update(clients)
      .set({
        ...newValues(changes),
        ...(nameSearch !== undefined && { nameSearch }),
        updatedAt: unit.now,
      })
      .where(eq(clients.id, id))
    if (changes.website) await forgetIcon(unit, before.website)
    unit.announce(clientChanged({ actorId: viewer.id, subjectId: id, data: { changes } }))
  }
  return findWholeClient(unit.tx, id)
}

const announceRemoval = (unit: Work, viewer: Viewer, clientId: string, userId: string) =>
  unit.announce(clientUserRemoved({ actorId: viewer.id, subjectId: clientId, data: { userId } }))

/** @throws {AppError} `not_found` for a company, or a person who is not assigned to it */
export async function removeFromClient(
  unit: Work,
  viewer: Viewer,
  clientId: string,
  userId: string,
): Promise<void> {
  const removed = await unit.tx
    .delete(clientUsers)
    .where(and(eq(clientUsers.clientId, clientId), eq(clientUsers.userId, userId)))
    .returning({ id: clientUsers.id })
  if (removed.length === 0) throw notFound()
  announceRemoval(unit, viewer, clientId, userId)
}

/** Does nothing when declined already. @throws {AppError} `not_found` for a company or person */
export async function declineJoin(
  unit: Work,
  viewer: Viewer,
  clientId: string,
  userId: string,
): Promise<void> {
  const [client, user] = [await findClient(unit.tx, clientId), await findUser(unit.tx, userId)]
  if (!client || !user) throw notFound()
  const declined = await unit.tx
    .insert(declinedJoins)
    .values({ clientId, userId, createdAt: unit.now })
    .onConflictDoNothing()
    .returning()
  if (declined.length > 0)
    unit.announce(clientJoinDeclined({ actorId: viewer.id, subjectId: clientId, data: { userId } }))
}

/** Removes a former agent from their companies: as a client they would count as its employee. */
export async function removeAgent(unit: Work, viewer: Viewer, userId: string): Promise<void> {
  const removed = await unit.tx
    .delete(clientUsers)
    .where(and(eq(clientUsers.userId, userId), inArray(clientUsers.role, agentRoles)))
    .returning({ clientId: clientUsers.clientId })
  for (const { clientId } of removed) announceRemoval(unit, viewer, clientId, userId)
}

/** @throws {AppError} `not_found`; `conflict` for another company's product */
export async function addClientProduct(
  unit: Work,
  viewer: Viewer,
  clientId: string,
  { productId, name, ...fields }: ClientProduct,
): Promise<Product> {
  await lockClient(unit, clientId)
  if (productId === undefined)
    return createProduct(unit, viewer, { ...fields, name: name ?? '', clientId, userAssignments: [] })
  // Another company may have got the product at the same time.
  const product = await lockProduct(unit, productId)
  if (product.clientId && product.clientId !== clientId)
    throw new AppError('conflict', i18n.t('This product belongs to another client.'))
  return changeProduct(unit, viewer, product.id, { clientId })
}
