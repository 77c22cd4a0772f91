import { eq } from 'drizzle-orm'
import { cancelDeliveries } from '#features/deliveries/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { passwordResets } from '#tables/password-resets.ts'
import { linkMail } from './deliveries.ts'

/** Ends every password link of a user and its mail, after a change of address, password or access. */
export async function endPasswordLinks(unit: Work, userId: string): Promise<void> {
  await unit.tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  for (const purpose of ['reset', 'invitation'] as const)
    await cancelDeliveries(unit, linkMail, { userId, payload: { purpose } })
}

/** Ends a pending change of address and its mail. @returns whether there was one */
export async function endAddressChange(unit: Work, userId: string): Promise<boolean> {
  const ended = await unit.tx
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ userId: emailChanges.userId })
  await cancelDeliveries(unit, linkMail, { userId, payload: { purpose: 'address' } })
  return ended.length > 0
}
