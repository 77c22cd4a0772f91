import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { userChanged, addressAsked } from '#features/users/server/events.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { emailChanges } from '#tables/email-changes.ts'
import type { KnownBy } from '#tables/erasures.ts'
import { events } from '#tables/events.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { users } from '#tables/users.ts'

type Named = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName'>

const wholeName = ({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Whether somebody else is called the same. */
export async function isNameShared(reader: Reader, user: Named): Promise<boolean> {
  const others = await reader
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(ne(users.id, user.id), isNull(users.erasedAt)))
  return others.some((other) => searchable(wholeName(other)) === searchable(wholeName(user)))
}

const textsOf = (values: readonly unknown[]) =>
  [...new Set(values.filter((value) => typeof value === 'string'))].filter((value) => value !== '')

/** What somebody is called and has been called, as far as the desk knows. A name that somebody else has, too, is left out. */
export async function findKnownBy(reader: Reader, user: typeof users.$inferSelect): Promise<KnownBy> {
  const { id, email, mobileNumber } = user
  const entries = await reader
    .select()
    .from(events)
    .where(and(eq(events.subjectId, id), inArray(events.type, [userChanged.type, addressAsked.type])))
  const changes = entries.map((entry) => userChanged.read(entry)?.data.changes ?? {})
  const former = (field: string) => changes.flatMap((change) => [change[field]?.from, change[field]?.to])
  const asked = entries.map((entry) => addressAsked.read(entry)?.data.email)
  const requests = await reader
    .select({ email: roleRequests.email, name: roleRequests.name })
    .from(roleRequests)
    .where(eq(roleRequests.userId, id))
  const wanted = await reader
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(eq(emailChanges.userId, id))
  const isShared = await isNameShared(reader, user)
  // Each first name with each last name: a change of one of them does not say what the other was.
  const names = textsOf([user.firstName, ...former('firstName')]).flatMap((firstName) =>
    textsOf([user.lastName, ...former('lastName')]).map((lastName) => wholeName({ firstName, lastName })),
  )
  return {
    names: isShared ? [] : textsOf([...names, ...requests.map((request) => request.name)]),
    emails: textsOf([
      email,
      ...former('email'),
      ...asked,
      ...requests.map((request) => request.email),
      ...wanted.map((change) => change.email),
    ]),
    numbers: textsOf([mobileNumber, ...former('mobileNumber')]),
  }
}
