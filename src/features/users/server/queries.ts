import { and, asc, count, eq, gte, inArray, isNotNull, isNull, like, ne, not, or, sql } from 'drizzle-orm'
import { isReservedEmail } from '#platform/contract/fields.ts'
import { containing } from '#platform/contract/searchable.ts'
import { notFound } from '#platform/contract/errors.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import {
  staff,
  type Person,
  type Role,
  type TeamMember,
  type User,
  type UserFilter,
  type UserQuery,
  type Viewer,
} from '../contract.ts'
import { isAdministrator } from '../policy.ts'
import { isPassword } from './public/password.ts'

export const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
}

/** Excludes system users and demo people: RFC 2606 reserves `.invalid`, so no mail arrives there. */
export const canReceiveMail = not(like(users.email, '%.invalid'))

/** Selects people whose address is theirs: they proved it, or nobody can sign in with it. */
export const isEmailBelieved = or(isNotNull(users.emailProvedAt), isNull(users.password))

export async function findUser(reader: Reader, id: string) {
  const [user] = await reader.select().from(users).where(eq(users.id, id))
  return user
}

export async function findPhoto(
  reader: Reader,
  id: string,
): Promise<{ path: string; url: string } | undefined> {
  const [user] = await reader
    .select({ path: users.photoPath, url: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, id))
  return user && user.path !== null && user.url !== null ? { path: user.path, url: user.url } : undefined
}

/** Finds an active user by address and password; a failure takes as long. */
export async function findUserByCredentials(reader: Reader, email: string, password: string) {
  const [user] = await reader
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isActive, true)))
  return (await isPassword(password, user?.password ?? null)) ? user : undefined
}

/** Address in normal form; includes inactive users. */
export async function findUserByEmail(reader: Reader, email: string) {
  const [user] = await reader.select().from(users).where(eq(users.email, email))
  return user
}

/** Address in normal form; includes inactive users. */
export async function findPersonByEmail(reader: Reader, email: string) {
  const [person] = await reader.select(personColumns).from(users).where(eq(users.email, email))
  return person
}

/** @param spellings of one international number; a match of the first wins */
export async function findUserByProvedNumber(reader: Reader, spellings: readonly string[]) {
  const found = await reader
    .select()
    .from(users)
    .where(
      and(
        inArray(users.mobileNumber, [...spellings]),
        isNotNull(users.mobileProvedAt),
        eq(users.isActive, true),
      ),
    )
  return found.find(({ mobileNumber }) => mobileNumber === spellings[0]) ?? found[0]
}

export async function listProvedNumbers(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .select({ id: users.id, mobileNumber: users.mobileNumber })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), isNotNull(users.mobileProvedAt)))
  return new Map(rows.map(({ id, mobileNumber }) => [id, mobileNumber ?? '']))
}

const peopleOf = prepared<{ ids: string[] }, Person[]>('people', (reader) =>
  reader
    .select(personColumns)
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('ids')})`),
)

export const listPeople = (reader: Reader, ids: readonly string[]): Promise<Person[]> =>
  ids.length === 0 ? Promise.resolve([]) : peopleOf(reader, { ids: [...new Set(ids)] })

/** @throws {AppError} `not_found` */
export async function requirePerson(reader: Reader, id: string): Promise<Person> {
  const [person] = await listPeople(reader, [id])
  if (!person) throw notFound()
  return person
}

export async function listClientsAmong(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), eq(users.role, 'client')))
  return rows.map((row) => row.id)
}

const sought = ({ id, search, role, isActive, isStaff }: Partial<UserQuery>) =>
  and(
    // Erased users cannot be chosen, but are still shown.
    id === undefined ? isNull(users.erasedAt) : eq(users.id, id),
    search ? like(users.searchText, containing(search)) : undefined,
    role && eq(users.role, role),
    isStaff && (isStaff === 'true' ? inArray(users.role, [...staff]) : eq(users.role, 'client')),
    isActive && eq(users.isActive, isActive === 'true'),
  )

/** False for reserved addresses of system users. */
export const hasMailbox = ({ email }: { email: string }) => !isReservedEmail(email)

export const canBeInvited = ({ password, email }: { password: string | null; email: string }) =>
  password === null && hasMailbox({ email })

/** Shapes a user for this viewer, without the password. */
export function shapeUser(viewer: Pick<Viewer, 'role'>, row: typeof users.$inferSelect): User {
  const { id, email, firstName, lastName, role } = row
  const known = { id, email, firstName, lastName, role, isEmailConfirmed: row.emailProvedAt !== null }
  if (!isAdministrator(viewer)) return known
  const { companyName, mobileNumber, profileImageUrl, isActive, createdAt, updatedAt } = row
  return {
    ...known,
    companyName,
    mobileNumber,
    profileImageUrl,
    isActive,
    isInvited: canBeInvited(row),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function listUsers(reader: Reader, viewer: Viewer, query: UserQuery): Promise<User[]> {
  const found = reader
    .select()
    .from(users)
    .where(sought(query))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .offset(query.offset)
  const rows = await (query.limit === undefined ? found : found.limit(query.limit))
  return rows.map((row) => shapeUser(viewer, row))
}

/** Absent roles have no users. */
export const countUsers = (reader: Reader, filter: UserFilter) =>
  reader.select({ role: users.role, count: count() }).from(users).where(sought(filter)).groupBy(users.role)

export async function listCompanyNames(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ name: users.companyName })
    .from(users)
    .where(ne(users.companyName, ''))
  return rows.map(({ name }) => name)
}

/** @returns the user's hash if the password matches */
export async function findVerifiedHash(
  reader: Reader,
  id: string,
  password: string,
): Promise<string | undefined> {
  const passwordHash = (await findUser(reader, id))?.password ?? null
  return (await isPassword(password, passwordHash)) ? (passwordHash ?? undefined) : undefined
}

/** Lists people of these roles who can sign in, by name. */
export const listSignedUp = (reader: Reader, some: readonly Role[]) =>
  reader
    .select({ ...personColumns, role: users.role })
    .from(users)
    .where(and(eq(users.isActive, true), inArray(users.role, [...some]), isNotNull(users.password)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))

/** Lists possible assignees, with tickets resolved since `weekStart`. */
export async function listTeam(reader: Reader, weekStart: Date): Promise<TeamMember[]> {
  const resolved = reader.$with('resolved').as(
    reader
      .select({ userId: tickets.assignedToId, tickets: count().as('tickets') })
      .from(tickets)
      .where(and(gte(tickets.resolvedAt, weekStart), isNotNull(tickets.assignedToId)))
      .groupBy(tickets.assignedToId),
  )
  return reader
    .with(resolved)
    .select({
      ...personColumns,
      role: users.role,
      ticketsThisWeek: sql<number>`coalesce(${resolved.tickets}, 0)::int`,
    })
    .from(users)
    .leftJoin(resolved, eq(resolved.userId, users.id))
    .where(and(eq(users.isActive, true), inArray(users.role, [...staff]), isNotNull(users.password)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
}
