import { eq } from 'drizzle-orm'
import { AppError } from '#platform/contract/errors.ts'
import { isUniqueViolation, onlyRow } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { users } from '#tables/users.ts'
import type { Role } from '../contract.ts'
import { passwordSet, userCreated, type By } from './events.ts'

export { hashPassword } from './password.ts'

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
}

/**
 * Creates a user. `by.actorId` null: they created themselves.
 * @throws {AppError} `conflict` when the address is taken.
 */
export async function createUser(unit: Work, { passwordHash, mobileNumber, ...user }: NewUser, by: By) {
  const stored = { ...user, mobileNumber: mobileNumber || null, password: passwordHash }
  try {
    const rows = await unit.tx
      .insert(users)
      .values({ ...stored, createdAt: unit.now, updatedAt: unit.now })
      .returning()
    const created = onlyRow(rows)
    unit.announce(userCreated(created.id, created.role, { ...by, actorId: by.actorId ?? created.id }))
    return created
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'A user with this email already exists.')
    throw error
  }
}

/** Sets a password; the caller has made sure that they may, and ends the sessions. */
export async function setPassword(unit: Work, userId: string, passwordHash: string, by: By): Promise<void> {
  await unit.tx.update(users).set({ password: passwordHash, updatedAt: unit.now }).where(eq(users.id, userId))
  unit.announce(passwordSet(userId, by))
}
