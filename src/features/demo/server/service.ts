import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Role, Viewer } from '#features/users/contract.ts'
import { createUser } from '#features/users/server/service.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { AppError } from '#platform/contract/errors.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { demoRows } from '#tables/demo-rows.ts'
import { found } from './deeds.ts'
import { demoLoaded, demoRemovalStarted, demoRemoved, demoStarted } from './events.ts'
import { hasOwnData, hasRow } from './queries.ts'
import { drawFace } from './story/avatars.ts'
import { emailOf, people, provider, type Character } from './story/cast.ts'

type Row = typeof demoRows.$inferInsert

/** Super user who loads or removes, and their IP address. */
export interface Doer {
  viewer: Viewer
  ip: string
}

/** Serializes loading and removal on all nodes, for no longer than one ticket. */
const lockDemoData = (unit: Work) => lockName(unit, 'demo data')

const gone = () => new AppError('conflict', 'The demo data was removed in the meantime.')

async function note(unit: Work, kind: Row['kind'], ids: Iterable<readonly [string, string]>): Promise<void> {
  const rows = [...ids].map(([key, rowId]) => ({ kind, key, rowId, createdAt: unit.now }))
  await unit.tx.insert(demoRows).values(rows)
}

/** Hashes a random password: nobody can sign in by it, but lists of assignees require one. */
export const unknownPassword = () => hashPassword(randomBytes(32).toString('base64url'))

/** Lowers super users: an account without sign-in must not count as an administrator. */
export const roleOf = ({ role }: Character): Role => (role === 'super_user' ? 'helpdesk' : role)

/** Their addresses receive no mail. */
async function createPeople(unit: Work, by: Viewer, passwordHash: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const person of people) {
    const { firstName, lastName, company = provider, face } = person
    const email = emailOf(person)
    const user = {
      email: email.replace(/example$/, 'invalid'),
      passwordHash,
      firstName,
      lastName,
      role: roleOf(person),
      companyName: company,
      profileImageUrl: drawFace(face),
      isEmailConfirmed: true,
    }
    ids.set(email, (await createUser(unit, user, { actorId: by.id })).id)
  }
  return ids
}

/**
 * @param passwordHash hashed before, see `unknownPassword`
 * @throws {AppError} `conflict` during a removal, or when the desk has tickets or clients of its own
 */
export async function beginLoading(unit: Work, { viewer, ip }: Doer, passwordHash: string): Promise<void> {
  await lockDemoData(unit)
  if (await hasRow(unit.tx, 'removal'))
    throw new AppError('conflict', 'The demo data is being removed. Finish that first.')
  if (await hasRow(unit.tx, 'person')) return
  if (await hasOwnData(unit.tx))
    throw new AppError(
      'conflict',
      'This desk has tickets or clients of its own, so demo data cannot be loaded into it.',
    )
  const peopleIds = await createPeople(unit, viewer, passwordHash)
  const { clientIds, productIds } = await found(unit, viewer, peopleIds)
  await note(unit, 'person', peopleIds)
  await note(unit, 'client', clientIds)
  await note(unit, 'product', productIds)
  unit.announce(demoStarted({ actorId: viewer.id, ip }))
}

/**
 * @param create makes the ticket, and returns its id
 * @returns whether it was missing
 * @throws {AppError} `conflict` when the demo data was removed, or is being removed
 */
export async function loadTicket(unit: Work, key: string, create: () => Promise<string>): Promise<boolean> {
  await lockDemoData(unit)
  if ((await hasRow(unit.tx, 'removal')) || !(await hasRow(unit.tx, 'person'))) throw gone()
  if (await hasRow(unit.tx, 'ticket', key)) return false
  await note(unit, 'ticket', [[key, await create()]])
  return true
}

/** Records completion once, for all parallel loaders. @throws {AppError} as `loadTicket` */
export async function finishLoading(unit: Work, { viewer, ip }: Doer): Promise<void> {
  await lockDemoData(unit)
  if ((await hasRow(unit.tx, 'removal')) || !(await hasRow(unit.tx, 'person'))) throw gone()
  if (await hasRow(unit.tx, 'loaded')) return
  await note(unit, 'loaded', [['', viewer.id]])
  unit.announce(demoLoaded({ actorId: viewer.id, ip }))
}

/** Stops all loading. @returns false when there is nothing to remove */
export async function beginRemoval(unit: Work, { viewer, ip }: Doer): Promise<boolean> {
  await lockDemoData(unit)
  if (await hasRow(unit.tx, 'removal')) return true
  if (!(await hasRow(unit.tx, 'person'))) return false
  await note(unit, 'removal', [['', viewer.id]])
  unit.announce(demoRemovalStarted({ actorId: viewer.id, ip }))
  return true
}

/** @returns the result of `remove`; undefined when all was removed already */
export async function removeOne<T>(unit: Work, id: string, remove: () => Promise<T>): Promise<T | undefined> {
  await lockDemoData(unit)
  if (!(await hasRow(unit.tx, 'removal'))) return undefined
  const removed = await remove()
  await unit.tx.delete(demoRows).where(eq(demoRows.rowId, id))
  await unit.tx.update(demoRows).set({ createdAt: unit.now }).where(eq(demoRows.kind, 'removal'))
  return removed
}

/** Records the end once, for all parallel removals. */
export async function finishRemoval(unit: Work, { viewer, ip }: Doer): Promise<void> {
  await lockDemoData(unit)
  const removed = await unit.tx.delete(demoRows).returning({ kind: demoRows.kind })
  if (removed.length > 0) unit.announce(demoRemoved({ actorId: viewer.id, ip }))
}
