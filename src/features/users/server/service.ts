import { i18n, type Language } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { forgetWords } from '#features/event-log/server/service.ts'
import { AppError, conflictIn, invalid, notFound } from '#platform/contract/errors.ts'
import { isReservedEmail, reservedEmail } from '#platform/contract/fields.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { changedFields, newValues } from '#platform/server/database/changed-fields.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { prepared, type Database } from '#platform/server/database/query-builder.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { users } from '#tables/users.ts'
import type { Role } from '../contract.ts'
import { isStaff } from '../policy.ts'
import { isErased, notifyFormerAddress, type UserRow } from './public/address.ts'
import {
  mobileLost,
  mobileProved,
  passwordSet,
  photoChanged,
  photoRemoved,
  userChanged,
  userCreated,
  userDeleted,
  userDisabled,
  userEnabled,
  userErased,
  type By,
} from './events.ts'
import { hasMailbox } from './queries.ts'

export interface NewUser {
  email: string
  /**
   * Hashed before the unit of work begins, see `hashPassword`: hashing takes longer than all the rest. Null: nobody can sign in as this
   * user.
   */
  passwordHash: string | null
  firstName: string
  lastName: string
  role: Role
  companyName: string
  mobileNumber?: string | null | undefined
  profileImageUrl?: string
  /** Whether a super user, or who runs the server, vouches for the address; else it is only said to be theirs. */
  isEmailConfirmed: boolean
  /** The one they have chosen. */
  language?: Language | null | undefined
  browserLanguage?: Language | null | undefined
}

type Found = Pick<NewUser, 'firstName' | 'lastName' | 'email' | 'companyName'>

const searchText = ({ firstName, lastName, email, companyName }: Found) =>
  searchable(`${firstName} ${lastName}`, email, companyName)

/**
 * Folds again what users are found by: earlier versions did it differently, and migration 0007 of version 0.1.0 in SQL, which keeps
 * accents and double spaces; see decision 6. To be called after the migrations, before anybody is let in.
 * @returns how many were not folded as they should be
 */
export async function foldUsersAnew(db: Database): Promise<number> {
  const all = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      companyName: users.companyName,
      folded: users.searchText,
    })
    .from(users)
  const wrong = all.filter(({ folded, ...user }) => folded !== searchText(user))
  // Another node may have changed the user since: then it has folded them itself.
  for (const { id, folded, ...user } of wrong)
    await db
      .update(users)
      .set({ searchText: searchText(user) })
      .where(and(eq(users.id, id), eq(users.searchText, folded)))
  return wrong.length
}

/** @throws {AppError} `invalid` for an address that nobody may take */
export function requireOwnable(address: string): void {
  if (isReservedEmail(address)) throw invalid('email', reservedEmail())
}

const takenAddress = (error: unknown) =>
  isUniqueViolation(error) ? conflictIn('email', i18n.t('A user with this email already exists.')) : error

/**
 * Creates a user. `by.actorId` null: they created themselves.
 * @throws {AppError} `conflict` when the address is taken.
 */
export async function createUser(
  unit: Work,
  { passwordHash, mobileNumber, isEmailConfirmed, ...user }: NewUser,
  by: By,
) {
  const stored = {
    ...user,
    mobileNumber: mobileNumber || null,
    password: passwordHash,
    emailProvedAt: isEmailConfirmed ? unit.now : null,
  }
  try {
    const rows = await unit.tx
      .insert(users)
      .values({
        ...stored,
        searchText: searchText(user),
        createdAt: unit.now,
        updatedAt: unit.now,
        // By the clock that comments have their times from, which may not be the database's.
        commentsReadTo: unit.now,
      })
      .returning()
    const created = onlyRow(rows)
    const { id, role } = created
    unit.announce(userCreated({ ...by, actorId: by.actorId ?? id, subjectId: id, data: { role } }))
    return created
  } catch (error) {
    throw takenAddress(error)
  }
}

/** Notes the language of the browser that somebody signs in with. */
export const recordBrowserLanguage = (unit: Work, userId: string, browserLanguage: Language) =>
  unit.tx.update(users).set({ browserLanguage }).where(eq(users.id, userId))

/** Sets a password; the caller has made sure that they may, and ends the sessions. */
export async function setPassword(unit: Work, userId: string, passwordHash: string, by: By): Promise<void> {
  await unit.tx.update(users).set({ password: passwordHash, updatedAt: unit.now }).where(eq(users.id, userId))
  unit.announce(passwordSet({ ...by, subjectId: userId }))
}

export type UserChange = Partial<
  Pick<NewUser, 'email' | 'firstName' | 'lastName' | 'role' | 'companyName' | 'mobileNumber' | 'language'>
>

/**
 * A user's row, held to the end of the transaction against being changed. Others may refer to it meanwhile, with a comment for example.
 * @throws {AppError} `not_found`
 */
export async function lockUser(unit: Work, id: string) {
  const [row] = await unit.tx.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!row) throw notFound()
  return row
}

const lockRows = prepared<{ ids: readonly string[] }, { id: string; role: Role }[]>('hold_active', (reader) =>
  reader
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.placeholder('ids')})`, eq(users.isActive, true)))
    .orderBy(asc(users.id))
    .for('share'),
)

/** Locks the active ones of these users to the end of the transaction, and returns them with their roles. */
export const lockActiveUsers = (unit: Work, ids: readonly string[]) => lockRows(unit.tx, { ids })

/** Whether work may be given to this user: active, and not a client. Holds them as they are to the end of the transaction. */
export async function lockIfAssignable(unit: Work, id: string): Promise<boolean> {
  const [user] = await lockActiveUsers(unit, [id])
  return user !== undefined && isStaff(user)
}

/**
 * Whether an active user has this password, as it was hashed when it was compared, still; their row stays as it is to the end of the
 * transaction.
 */
export async function hasPassword(unit: Work, id: string, passwordHash: string | null): Promise<boolean> {
  const [row] = await unit.tx
    .select({ password: users.password, isActive: users.isActive })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  return row !== undefined && row.isActive && row.password === passwordHash
}

/**
 * Changes a user. A value that is already so changes nothing; another mobile number is not proved, another address no more than is said.
 * The former address is told of another one.
 * @param isEmailConfirmed whether another address is known to be theirs
 * @returns the user as they are now, and what has changed
 * @throws {AppError} `not_found`, `invalid` for an address that nobody may take, `conflict` when it is taken
 */
export async function changeUser(
  unit: Work,
  id: string,
  change: UserChange,
  by: By,
  { isEmailConfirmed = false } = {},
) {
  const before = await lockUser(unit, id)
  if (before.erasedAt) throw isErased()
  const wanted = {
    ...change,
    ...(change.mobileNumber !== undefined && { mobileNumber: change.mobileNumber || null }),
  }
  const changes = changedFields(before, wanted)
  if (Object.keys(changes).length === 0) return { user: before, changes }
  const values = newValues(changes)
  if (changes.email && change.email !== undefined) requireOwnable(change.email)
  try {
    const rows = await unit.tx
      .update(users)
      .set({
        ...values,
        ...(changes.mobileNumber && { mobileProvedAt: null }),
        ...(changes.email && { emailProvedAt: isEmailConfirmed ? unit.now : null }),
        searchText: searchText({ ...before, ...values }),
        updatedAt: unit.now,
      })
      .where(eq(users.id, id))
      .returning()
    const user = onlyRow(rows)
    if (changes.email) await notifyFormerAddress(unit, before.email, user)
    unit.announce(userChanged({ ...by, subjectId: id, data: { changes } }))
    return { user, changes }
  } catch (error) {
    throw takenAddress(error)
  }
}

/**
 * A user's row and those of all who have proved the same mobile number, held to the end of the transaction, so that of two who prove one
 * number one is the later.
 * @throws {AppError} `not_found`; `conflict` when the number was changed at the same time
 */
export async function lockUsersWithNumber(unit: Work, id: string) {
  const [known] = await unit.tx.select({ number: users.mobileNumber }).from(users).where(eq(users.id, id))
  const number = known?.number ?? ''
  await lockName(unit, 'mobile number', number)
  const rows = await unit.tx
    .select()
    .from(users)
    .where(or(eq(users.id, id), and(eq(users.mobileNumber, number), isNotNull(users.mobileProvedAt))))
    .orderBy(asc(users.id))
    .for('no key update')
  const own = rows.find((row) => row.id === id)
  if (!own) throw notFound()
  if ((own.mobileNumber ?? '') !== number)
    throw new AppError('conflict', i18n.t('The mobile number was changed in the meantime.'))
  return { own, holders: rows.filter((row) => row.id !== id) }
}

/**
 * Notes that a user's mobile number is theirs. It can be nobody else's then: numbers are given to others, and the code came back now.
 * @param held by `lockUsersWithNumber`
 */
export async function proveNumber(
  unit: Work,
  { own, holders }: Awaited<ReturnType<typeof lockUsersWithNumber>>,
  by: By,
): Promise<void> {
  const note = (id: string, mobileProvedAt: Date | null) =>
    unit.tx.update(users).set({ mobileProvedAt, updatedAt: unit.now }).where(eq(users.id, id))
  for (const { id } of holders) {
    await note(id, null)
    unit.announce(mobileLost({ ...by, subjectId: id }))
  }
  await note(own.id, unit.now)
  unit.announce(mobileProved({ ...by, subjectId: own.id }))
}

/**
 * Gives a user a picture, or takes it away.
 * @returns where the picture before lies, for the caller to remove
 * @throws {AppError} `not_found`
 */
export async function setPhoto(
  unit: Work,
  id: string,
  photo: { url: string; path: string } | null,
  by: By,
): Promise<string | null> {
  const before = await lockUser(unit, id)
  if (!photo && before.profileImageUrl === null) return null
  await unit.tx
    .update(users)
    .set({ profileImageUrl: photo?.url ?? null, photoPath: photo?.path ?? null, updatedAt: unit.now })
    .where(eq(users.id, id))
  const fact = photo ? photoChanged : photoRemoved
  unit.announce(fact({ ...by, subjectId: id }))
  return before.photoPath
}

/** Lets a user in or keeps them out; the caller ends the sessions. @throws {AppError} `not_found` */
export async function setActive(unit: Work, id: string, isActive: boolean, by: By) {
  const before = await lockUser(unit, id)
  if (before.erasedAt) throw isErased()
  if (before.isActive === isActive) return before
  const rows = await unit.tx
    .update(users)
    .set({ isActive, updatedAt: unit.now })
    .where(eq(users.id, id))
    .returning()
  const fact = isActive ? userEnabled : userDisabled
  unit.announce(fact({ ...by, subjectId: id }))
  return onlyRow(rows)
}

/**
 * Makes of somebody's row one that names nobody, for ever; what they did stays theirs. The caller takes away all else that tells of them.
 * @param before their row, held
 * @param name what they are called from now on
 * @returns where their picture lies, for the caller to remove
 * @throws {AppError} `conflict` when they were erased before
 */
export async function eraseUser(unit: Work, before: UserRow, name: string, by: By): Promise<string | null> {
  if (before.erasedAt) throw isErased()
  const { id, photoPath } = before
  // Not made of the id, which others know: somebody may have taken that address before they were reserved.
  const email = `${randomUUID()}@erased.invalid`
  const nobody = { firstName: name, lastName: '', email, companyName: '' }
  await unit.tx
    .update(users)
    .set({
      ...nobody,
      searchText: searchText(nobody),
      // Nobody but the desk has said the new address, so no import may take the account over.
      emailProvedAt: unit.now,
      profileImageUrl: null,
      photoPath: null,
      password: null,
      language: null,
      browserLanguage: null,
      mobileNumber: null,
      mobileProvedAt: null,
      isActive: false,
      erasedAt: unit.now,
      updatedAt: unit.now,
    })
    .where(eq(users.id, id))
  unit.announce(userErased({ ...by, subjectId: id }))
  return photoPath
}

/**
 * Deletes somebody who could never sign in, and what the log says of them in people's words. The caller has seen to what names them.
 * @throws {AppError} `not_found`
 */
export async function deleteUser(unit: Work, id: string, by: By): Promise<void> {
  const [row] = await unit.tx
    .delete(users)
    .where(eq(users.id, id))
    .returning({ firstName: users.firstName, lastName: users.lastName })
  if (!row) throw notFound()
  await forgetWords(unit.tx, [id])
  unit.announce(userDeleted({ ...by, subjectId: id, data: { name: `${row.firstName} ${row.lastName}` } }))
}

/**
 * Makes sure that somebody else, who can sign in, can administer. Locks the rows of all administrators and of this user, so that two who leave at
 * once do not each count on the other.
 * @throws {AppError} `conflict` when this is the last active super user
 */
export async function requireAnotherAdministrator(unit: Work, id: string): Promise<void> {
  const held = await unit.tx
    .select({
      id: users.id,
      role: users.role,
      isActive: users.isActive,
      password: users.password,
      email: users.email,
    })
    .from(users)
    .where(or(and(eq(users.role, 'super_user'), eq(users.isActive, true)), eq(users.id, id)))
    .orderBy(asc(users.id))
    .for('no key update')
  // An invited user who has not followed the link cannot sign in, and perhaps never will; a demo person has a password that nobody knows.
  const others = held.filter((one) => one.id !== id && one.password !== null && hasMailbox(one))
  const isLast = others.length === 0 && held.some(({ role, isActive }) => role === 'super_user' && isActive)
  if (isLast) throw conflictIn('role', i18n.t('The last active super user cannot be demoted or deactivated.'))
}
