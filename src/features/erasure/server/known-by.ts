import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { spellingsOf } from '#features/messaging/server/queries.ts'
import { userChanged, addressAsked } from '#features/users/server/events.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { emailChanges } from '#tables/email-changes.ts'
import type { KnownBy } from '#tables/erasures.ts'
import { events } from '#tables/events.ts'
import { roleRequests } from '#tables/role-requests.ts'
import { users } from '#tables/users.ts'
import { tracesOf } from './traces.ts'

type UserRow = typeof users.$inferSelect
type Changes = NonNullable<ReturnType<typeof userChanged.read>>['data']['changes']

/** Of more former names the newest are looked for: what looks for thousands would keep the server from everything else. */
const mostNames = 50

const wholeName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

const textsOf = (values: readonly unknown[]) =>
  [...new Set(values.filter((value) => typeof value === 'string'))].filter((value) => value !== '')

/** By what other people are known: it tells of them, too. */
async function findOthers(reader: Reader, { id }: Pick<UserRow, 'id'>) {
  const others = await reader
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      mobileNumber: users.mobileNumber,
    })
    .from(users)
    .where(and(ne(users.id, id), isNull(users.erasedAt)))
  const texts = others.flatMap((other) => [wholeName(other), other.email, other.mobileNumber])
  const names = new Set(others.map((other) => searchable(wholeName(other))))
  const emails = new Set(others.map(({ email }) => email))
  const numbers = new Set(others.map(({ mobileNumber }) => mobileNumber))
  return {
    texts: textsOf(texts),
    hasName: (name: string) => names.has(searchable(name)),
    hasEmail: (email: string) => emails.has(email),
    hasNumber: (number: string) => numbers.has(number),
  }
}

/** Whether somebody else is called the same. */
export const isNameShared = async (reader: Reader, user: UserRow): Promise<boolean> =>
  (await findOthers(reader, user)).hasName(wholeName(user))

/** What somebody was called before and after each change, the latest first. @param changes the latest first */
function namesThrough(user: Pick<UserRow, 'firstName' | 'lastName'>, changes: readonly Changes[]): string[] {
  const { firstName, lastName } = user
  const held: Record<string, unknown> = { firstName, lastName }
  const now = () => `${String(held['firstName'])} ${String(held['lastName'])}`.trim()
  const names = [now()]
  for (const change of changes)
    for (const side of ['to', 'from'] as const) {
      for (const field of ['firstName', 'lastName']) held[field] = change[field]?.[side] ?? held[field]
      names.push(now())
    }
  return names
}

export interface Known {
  /** What somebody is called and has been called, as far as the desk knows, but for what somebody else is called, too. */
  knownBy: KnownBy
  /** Addresses that they have asked for and that never became theirs: anybody’s, so nothing that others wrote is taken for them. */
  askedFor: string[]
}

/** By what somebody is known, and was. */
export async function findKnownBy(reader: Reader, user: UserRow): Promise<Known> {
  const { id, email, mobileNumber } = user
  const entries = await reader
    .select()
    .from(events)
    .where(and(eq(events.subjectId, id), inArray(events.type, [userChanged.type, addressAsked.type])))
    .orderBy(desc(events.position))
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
  const others = await findOthers(reader, user)
  const names = textsOf([...requests.map((request) => request.name), ...namesThrough(user, changes)])
  const numbers = textsOf([mobileNumber, ...former('mobileNumber')]).flatMap((number) =>
    spellingsOf(number.replaceAll(/\D/g, '')).map((digits) => `+${digits}`),
  )
  const emails = textsOf([email, ...former('email'), ...requests.map((request) => request.email)])
  const own = {
    names: names.filter((name) => !others.hasName(name)).slice(0, mostNames),
    emails: emails.filter((one) => !others.hasEmail(one)),
    numbers: numbers.filter((one) => !others.hasNumber(one)),
  }
  const traces = tracesOf(own, { text: '', person: '' })
  return {
    knownBy: { ...own, others: others.texts.filter((text) => traces?.isIn(text)) },
    askedFor: textsOf([...asked, ...wanted.map((change) => change.email)]).filter(
      (one) => !emails.includes(one) && !others.hasEmail(one),
    ),
  }
}
