import { eq } from 'drizzle-orm'
import { AppError } from '#platform/contract/errors.ts'
import { isUniqueViolation } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { users } from '#tables/users.ts'
import type { Role } from '../contract.ts'
import { passwordSet, userCreated, type By } from './events.ts'
import { hashPassword } from './password.ts'

export interface NewUser {
  email: string
  password: string
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
export async function createUser(unit: Work, { password, mobileNumber, ...user }: NewUser, by: By) {
  const stored = { ...user, mobileNumber: mobileNumber || null, password: await hashPassword(password) }
  try {
    const [created] = await unit.tx
      .insert(users)
      .values({ ...stored, createdAt: unit.now, updatedAt: unit.now })
      .returning()
    if (!created) throw new Error('insert returned no row')
    unit.announce(userCreated(created.id, created.role, { ...by, actorId: by.actorId ?? created.id }))
    return created
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'A user with this email already exists.')
    throw error
  }
}

/** Sets a password; the caller has made sure that they may, and ends the sessions. */
export async function setPassword(unit: Work, userId: string, password: string, by: By): Promise<void> {
  await unit.tx
    .update(users)
    .set({ password: await hashPassword(password), updatedAt: unit.now })
    .where(eq(users.id, userId))
  unit.announce(passwordSet(userId, by))
}
