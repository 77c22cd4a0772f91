import { eq } from 'drizzle-orm'
import { listEntitled } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import { canSee } from '#features/tickets/policy.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import type { CommentReaders } from '../contract.ts'

const mostNamed = 2

/** Finds the client's readers by policy. @throws {AppError} `not_found` for an invisible ticket */
export async function findReaders(reader: Reader, viewer: Viewer, ticketId: string): Promise<CommentReaders> {
  const ticket = await requireVisible(reader, viewer, ticketId)
  const { createdById, clientId, clientName, participantIds } = ticket
  const members = await reader
    .select({ id: clientUsers.userId })
    .from(clientUsers)
    .where(eq(clientUsers.clientId, clientId))
  const people = await listEntitled(reader, [createdById, ...members.map(({ id }) => id)])
  const readers = people
    .filter((person) => isClient(person) && canSee(person, ticket))
    .map(({ firstName, lastName, ...person }) => ({ ...person, name: `${firstName} ${lastName}`.trim() }))
    .sort(
      (one, other) =>
        Number(other.id === createdById) - Number(one.id === createdById) ||
        one.name.localeCompare(other.name),
    )
  const isAdded = ({ id }: { id: string }) => id !== createdById && participantIds.includes(id)
  const added = readers.filter(isAdded)
  const asked = readers.filter((person) => !isAdded(person))
  return {
    names: asked.slice(0, mostNamed).map(({ name }) => name),
    total: asked.length,
    company: asked.every(({ clientIds }) => clientIds.includes(clientId)) ? clientName : null,
    added: added.slice(0, mostNamed).map(({ name }) => name),
    totalAdded: added.length,
  }
}
