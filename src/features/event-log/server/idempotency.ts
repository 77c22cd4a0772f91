import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, lt } from 'drizzle-orm'
import { AppError } from '#platform/contract/errors.ts'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { idempotencyKeys } from '#tables/idempotency-keys.ts'

const storedForMs = 24 * 60 * 60 * 1000

interface KeyedCall {
  work: DoWork
  viewer: { id: string; role: string }
  key: string
  /** Method and path. */
  route: string
  body: unknown
}

/** Includes the role, so that a former member of staff gets no answer that was given to staff. */
const hashOf = ({ viewer, body }: KeyedCall) => sha256Of(JSON.stringify([viewer.role, body ?? null]))

const rowOf = ({ viewer, key, route }: KeyedCall) =>
  and(eq(idempotencyKeys.userId, viewer.id), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key))

/** Takes the key after waiting for its transaction; false when it was taken before. */
async function take(tx: Tx, call: KeyedCall, now: Date): Promise<boolean> {
  await tx
    .delete(idempotencyKeys)
    .where(and(rowOf(call), lt(idempotencyKeys.createdAt, new Date(now.getTime() - storedForMs))))
  const taken = await tx
    .insert(idempotencyKeys)
    .values({
      userId: call.viewer.id,
      route: call.route,
      key: call.key,
      bodyHash: hashOf(call),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return taken.length > 0
}

/** Runs once for each key. @throws {AppError} `conflict` for another body, or a deleted result */
export const idempotently = <T>(call: KeyedCall, job: (unit: Work) => Promise<T>): Promise<T> =>
  call.work(async (unit) => {
    if (await take(unit.tx, call, unit.now)) {
      const answer = await job(unit)
      await unit.tx
        .update(idempotencyKeys)
        .set({ answer: JSON.stringify(answer) })
        .where(rowOf(call))
      return answer
    }
    const [before] = await unit.tx.select().from(idempotencyKeys).where(rowOf(call))
    if (before?.bodyHash !== hashOf(call))
      throw new AppError('conflict', i18n.t('This Idempotency-Key was used before with a different body.'))
    if (before.answer === null)
      throw new AppError('conflict', i18n.t('This was done before, and its result has been deleted since.'))
    return JSON.parse(before.answer) as T
  })

export const forgetOldKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - storedForMs)))
