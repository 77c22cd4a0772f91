import { i18n } from '#platform/contract/i18n.ts'
import { createHmac } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { endConversation } from '#features/messaging/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { mobileCodeSent } from '#features/users/server/events.ts'
import { lockUser, lockUsersWithNumber, proveNumber } from '#features/users/server/service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isSameSecret } from '#platform/server/secrets.ts'
import type { Work } from '#platform/server/work.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'

type By = Pick<Viewer, 'id'>

const lastsMs = 10 * 60 * 1000
const tries = 5

/** Keyed: a reader of the table would find six digits by trying all. */
const hashOf = (
  code: string,
  { userId, mobileNumber }: { userId: string; mobileNumber: string },
  key: string,
) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['mobile code', userId, mobileNumber, code]))
    .digest('base64url')

/** @returns the hash to withdraw it by @throws {AppError} `conflict` for a number changed since */
export async function storeCode(
  unit: Work,
  { id: userId }: By,
  { number: mobileNumber, code, key }: { number: string; code: string; key: string },
): Promise<string> {
  const user = await lockUser(unit, userId)
  if (user.mobileNumber !== mobileNumber)
    throw new AppError('conflict', i18n.t('The mobile number was changed in the meantime.'))
  const codeHash = hashOf(code, { userId, mobileNumber }, key)
  const stored = {
    mobileNumber,
    codeHash,
    triesLeft: tries,
    expiresAt: new Date(unit.now.getTime() + lastsMs),
    createdAt: unit.now,
  }
  await unit.tx.delete(mobileCodes).where(lt(mobileCodes.expiresAt, unit.now))
  await unit.tx
    .insert(mobileCodes)
    .values({ userId, ...stored })
    .onConflictDoUpdate({ target: mobileCodes.userId, set: stored })
  unit.announce(mobileCodeSent({ actorId: userId, subjectId: userId }))
  return codeHash
}

/** Ends a code that was used or not delivered; a newer one stays. */
export const endCode = (unit: Work, { id }: By, codeHash: string) =>
  unit.tx.delete(mobileCodes).where(and(eq(mobileCodes.userId, id), eq(mobileCodes.codeHash, codeHash)))

/** Result of a code. `gone`: none for this number, expired, or tried too often. */
type Verdict = { kind: 'proved' } | { kind: 'wrong'; triesLeft: number } | { kind: 'gone' }

/** Returns a failure instead of throwing: a wrong try counts, so it must be committed. */
export async function tryCode(
  unit: Work,
  viewer: By,
  { code, key }: { code: string; key: string },
): Promise<Verdict> {
  const held = await lockUsersWithNumber(unit, viewer.id)
  const isOwn = eq(mobileCodes.userId, viewer.id)
  const [sent] = await unit.tx.select().from(mobileCodes).where(isOwn)
  const isGood =
    sent && sent.mobileNumber === held.own.mobileNumber && sent.expiresAt > unit.now && sent.triesLeft > 0
  if (!isGood) return { kind: 'gone' }

  if (!isSameSecret(hashOf(code, sent, key), sent.codeHash)) {
    const triesLeft = sent.triesLeft - 1
    await unit.tx.update(mobileCodes).set({ triesLeft }).where(isOwn)
    return { kind: 'wrong', triesLeft }
  }
  await endCode(unit, viewer, sent.codeHash)
  await proveNumber(unit, held, { actorId: viewer.id })
  if (held.holders.length > 0) await endConversation(unit, sent.mobileNumber)
  return { kind: 'proved' }
}
