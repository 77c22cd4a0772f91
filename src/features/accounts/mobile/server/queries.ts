import { and, eq, gt } from 'drizzle-orm'
import { findUser } from '#features/users/server/queries.ts'
import { unauthenticated } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { mobileCodes } from '#tables/mobile-codes.ts'
import type { OwnMobile } from '../contract.ts'

export async function findOwnMobile(
  reader: Reader,
  userId: string,
  now: Date,
): Promise<Omit<OwnMobile, 'isOffered'>> {
  const user = await findUser(reader, userId)
  if (!user) throw unauthenticated()
  const { mobileNumber, mobileProvedAt } = user
  const [code] = await reader
    .select({ expiresAt: mobileCodes.expiresAt })
    .from(mobileCodes)
    .where(
      and(
        eq(mobileCodes.userId, userId),
        eq(mobileCodes.mobileNumber, mobileNumber ?? ''),
        gt(mobileCodes.expiresAt, now),
        gt(mobileCodes.triesLeft, 0),
      ),
    )
  return {
    mobileNumber,
    isProved: mobileProvedAt !== null,
    code: code ? { expiresAt: code.expiresAt.toISOString() } : null,
  }
}
