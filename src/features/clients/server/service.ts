import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { isUniqueViolation, onlyRow } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { agentRoles, assignmentRoles, type Client, type NewAssignment, type NewClient } from '../contract.ts'
import { clientCreated, clientUserAssigned } from './events.ts'
import { findClient, toClient } from './queries.ts'

type AssignmentRole = (typeof assignmentRoles)[number]

export async function createClient(unit: Work, by: Pick<Viewer, 'id'>, input: NewClient): Promise<Client> {
  const rows = await unit.tx
    .insert(clients)
    .values({
      ...input,
      contactEmail: input.contactEmail || null,
      nameSearch: searchable(input.name),
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .returning()
  const row = onlyRow(rows)
  unit.announce(clientCreated(row, by))
  return toClient(row)
}

/** Roles of agents are for staff, those of client users for clients; `assigned` is for both. */
const fits = (role: AssignmentRole, isClientUser: boolean) =>
  role === 'assigned' || isClientUser !== (agentRoles as readonly AssignmentRole[]).includes(role)

/**
 * Assigns an agent or a client user to a company.
 * @throws {AppError} `not_found`, `invalid` for a person or role that does not fit, `conflict` when already assigned.
 */
export async function assignToClient(unit: Work, viewer: Viewer, clientId: string, input: NewAssignment) {
  if (!(await findClient(unit.tx, clientId))) throw notFound()
  const user = await findUser(unit.tx, input.userId)
  if (!user) throw invalid('userId', 'There is no such user')
  if (!fits(input.role, user.role === 'client')) throw invalid('role', 'This role does not fit this person')
  try {
    await unit.tx.insert(clientUsers).values({ ...input, clientId, createdAt: unit.now })
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', 'This person is already assigned to this client.')
    throw error
  }
  unit.announce(clientUserAssigned(clientId, user.id, input.role, viewer))
  const { id, firstName, lastName, email, role } = user
  return { user: { id, firstName, lastName, email, role }, role: input.role }
}
