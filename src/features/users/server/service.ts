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
  /** Hashed by `hashPassword` before the unit of work, as that is slow. Null: no sign-in. */
  passwordHash: string | null
  firstName: string
  lastName: string
  role: Role
  companyName: string
  mobileNumber?: string | null | undefined
  profileImageUrl?: string
  /** A super user or the operator vouches for the address. */
  isEmailConfirmed: boolean
  language?: Language | null | undefined
  browserLanguage?: Language | null | undefined
}

type Found = Pick<NewUser, 'firstName' | 'lastName' | 'email' | 'companyName'>

const searchText = ({ firstName, lastName, email, companyName }: Found) =>
  searchable(`${firstName} ${lastName}`, email, companyName)

/**
 * Refolds search texts of earlier versions; migration 0007 kept accents and double spaces, see decision 6.
 * Runs after the migrations, before calls are accepted.
 * @returns the number of corrected rows
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
  // Another node that changed the user has folded the text itself.
  for (const { id, folded, ...user } of wrong)
    await db
      .update(users)
      .set({ searchText: searchText(user) })
      .where(and(eq(users.id, id), eq(users.searchText, folded)))
  return wrong.length
}

/** @throws {AppError} `invalid` for a reserved address */
export function requireOwnable(address: string): void {
  if (isReservedEmail(address)) throw invalid('email', reservedEmail())
}

const takenAddress = (error: unknown) =>
  isUniqueViolation(error) ? conflictIn('email', i18n.t('A user with this email already exists.')) : error

/**
 * @param by `actorId` null: self-registration
 * @throws {AppError} `conflict` when the address is taken
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
        // Comments use the server's clock, not the database's.
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

export const recordBrowserLanguage = (unit: Work, userId: string, browserLanguage: Language) =>
  unit.tx.update(users).set({ browserLanguage }).where(eq(users.id, userId))

/** The caller checks the right and ends the sessions. */
export async function setPassword(unit: Work, userId: string, passwordHash: string, by: By): Promise<void> {
  await unit.tx.update(users).set({ password: passwordHash, updatedAt: unit.now }).where(eq(users.id, userId))
  unit.announce(passwordSet({ ...by, subjectId: userId }))
}

export type UserChange = Partial<
  Pick<NewUser, 'email' | 'firstName' | 'lastName' | 'role' | 'companyName' | 'mobileNumber' | 'language'>
>

/** Locks a row against changes, not against references. @throws {AppError} `not_found` */
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

/** Locks the active ones of these users to the end of the transaction. */
export const lockActiveUsers = (unit: Work, ids: readonly string[]) => lockRows(unit.tx, { ids })

/** Checks for an active member of staff, and locks the row. */
export async function lockIfAssignable(unit: Work, id: string): Promise<boolean> {
  const [user] = await lockActiveUsers(unit, [id])
  return user !== undefined && isStaff(user)
}

/** Checks that an active user still has this hash, and locks the row. */
export async function hasPassword(unit: Work, id: string, passwordHash: string | null): Promise<boolean> {
  const [row] = await unit.tx
    .select({ password: users.password, isActive: users.isActive })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  return row !== undefined && row.isActive && row.password === passwordHash
}

/**
 * Changes a user; equal values are no change. A new number or address is unverified, and the former address
 * is notified.
 * @param isEmailConfirmed a new address is verified
 * @returns the user and the changes
 * @throws {AppError} `not_found`, `invalid` for a reserved address, `conflict` when it is taken
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
 * Serializes verifications of one number. @throws {AppError} `not_found`; `conflict` when it changed
 * concurrently
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

/** Verifies a number, which makes it unverified for its former holders. */
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

/** @returns the former path, for the caller to remove @throws {AppError} `not_found` */
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

/** The caller ends the sessions. @throws {AppError} `not_found` */
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
 * Anonymises a row for ever; acts stay attributed to it. The caller removes all other traces.
 * @param before locked row
 * @param name shown from now on
 * @returns path of the picture, for the caller to remove
 * @throws {AppError} `conflict` when already erased
 */
export async function eraseUser(unit: Work, before: UserRow, name: string, by: By): Promise<string | null> {
  if (before.erasedAt) throw isErased()
  const { id, photoPath } = before
  // Random: ids are public, and a person may have taken such an address before it was reserved.
  const email = `${randomUUID()}@erased.invalid`
  const nobody = { firstName: name, lastName: '', email, companyName: '' }
  await unit.tx
    .update(users)
    .set({
      ...nobody,
      searchText: searchText(nobody),
      // Marked verified, so that no import may take over the account.
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

/** Deletes a user who never could sign in; references are handled before. @throws {AppError} `not_found` */
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
 * Requires another active super user who can sign in. Locks all of them and this user, so that concurrent
 * departures cannot count on each other.
 * @throws {AppError} `conflict` for the last one
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
  // Invited users without a password may never sign in; demo people have an unknown one.
  const others = held.filter((one) => one.id !== id && one.password !== null && hasMailbox(one))
  const isLast = others.length === 0 && held.some(({ role, isActive }) => role === 'super_user' && isActive)
  if (isLast) throw conflictIn('role', i18n.t('The last active super user cannot be demoted or deactivated.'))
}
