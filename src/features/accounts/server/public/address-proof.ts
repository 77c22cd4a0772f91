import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, gt } from 'drizzle-orm'
import { lockUser } from '#features/users/server/service.ts'
import { proveEmail } from '#features/users/server/public/address.ts'
import { invalid } from '#platform/contract/errors.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import type { Work } from '#platform/server/work.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { endAddressChange } from '../end-links.ts'
import { createTokenOf } from '../link-tokens.ts'

/** Lifetime as of an invitation: nobody has requested the mail that it stands in. */
const lastsMs = 7 * 24 * 60 * 60 * 1000

/** Creates the links in mails to users whose address is not verified. */
export function createAddressProof({ secret, publicUrl }: { secret: string; publicUrl: string }) {
  const tokenOf = createTokenOf(secret)
  return {
    /** @returns undefined where there is nothing to verify, or another address is pending */
    async linkFor(unit: Work, userId: string): Promise<string | undefined> {
      const user = await lockUser(unit, userId)
      if (user.emailProvedAt) return undefined
      const isOwn = eq(emailChanges.userId, userId)
      const [known] = await unit.tx.select().from(emailChanges).where(isOwn)
      const isStanding = known !== undefined && known.expiresAt > unit.now
      if (isStanding && known.email !== user.email) return undefined
      const expiresAt = isStanding ? known.expiresAt : new Date(unit.now.getTime() + lastsMs)
      const token = tokenOf({ id: `${userId} ${expiresAt.getTime()}` })
      if (!isStanding) {
        const values = { email: user.email, tokenHash: sha256Of(token), expiresAt, createdAt: unit.now }
        await unit.tx
          .insert(emailChanges)
          .values({ userId, ...values })
          .onConflictDoUpdate({ target: emailChanges.userId, set: values })
      }
      return `${publicUrl}/confirm?token=${token}`
    },
  }
}

export type AddressProof = ReturnType<typeof createAddressProof>

const goneProof = () =>
  invalid('token', i18n.t('This link is no longer valid: it was used before, or has expired.'))

/**
 * Verifies by a link without a session.
 * @throws {AppError} `invalid` after a change of address, and for a bad link
 */
export async function proveAddress(unit: Work, token: string): Promise<void> {
  const [asked] = await unit.tx
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, sha256Of(token)), gt(emailChanges.expiresAt, unit.now)))
  if (!asked) throw goneProof()
  const user = await lockUser(unit, asked.userId)
  if (user.email !== asked.email || !user.isActive) throw goneProof()
  // Another call with the same link may have been quicker.
  if (!(await endAddressChange(unit, user.id))) throw goneProof()
  await proveEmail(unit, user, { actorId: user.id })
}
