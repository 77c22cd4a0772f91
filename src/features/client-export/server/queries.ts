import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import { users } from '#tables/users.ts'

/** Lists the company's own people, without agents. */
export const listPeopleOf = (reader: Reader, clientId: string) =>
  reader
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      companyName: users.companyName,
      mobileNumber: users.mobileNumber,
      role: clientUsers.role,
      isActive: users.isActive,
    })
    .from(clientUsers)
    .innerJoin(users, eq(users.id, clientUsers.userId))
    .where(and(eq(clientUsers.clientId, clientId), eq(users.role, 'client')))
    .orderBy(asc(users.email))

export async function listEmails(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await reader
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(found.map(({ id, email }) => [id, email]))
}
