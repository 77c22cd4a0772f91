import { i18n } from '#platform/contract/i18n.ts'
import { and, eq, gt, lte, ne } from 'drizzle-orm'
import { cancelRoleRequest } from '#features/auth/server/service.ts'
import { queueDelivery } from '#features/deliveries/server/service.ts'
import { addressAsked } from '#features/users/server/events.ts'
import { findUserByEmail } from '#features/users/server/queries.ts'
import { changeUser, lockUser, requireOwnable } from '#features/users/server/service.ts'
import { AppError, conflictIn, invalid } from '#platform/contract/errors.ts'
import { sha256Of } from '#platform/server/secrets.ts'
import type { Work } from '#platform/server/work.ts'
import { emailChanges } from '#tables/email-changes.ts'
import { users } from '#tables/users.ts'
import { linkMail } from './deliveries.ts'
import { endAddressChange, endPasswordLinks } from './end-links.ts'
import type { TokenOf } from './link-tokens.ts'

/** Names the account, as the mail to the holder of the link does. */
const ofAnotherAccount = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  invalid(
    'token',
    i18n.t('This link belongs to another account. Sign in as {name}, then open it again.', {
      name: `${firstName} ${lastName}`,
    }),
  )

const lastsMs = 24 * 60 * 60 * 1000

interface Asking {
  userId: string
  email: string
  tokenOf: TokenOf
}

/**
 * Queues a link to a new address, which counts once opened.
 * @throws {AppError} `invalid` for an address that is not allowed, `conflict` for a used one
 */
export async function askForAddress(unit: Work, { userId, email, tokenOf }: Asking): Promise<void> {
  requireOwnable(email)
  if (await findUserByEmail(unit.tx, email))
    throw conflictIn('email', i18n.t('A user with this email already exists.'))
  await endAddressChange(unit, userId)
  const expiresAt = new Date(unit.now.getTime() + lastsMs)
  const payload = { purpose: 'address', email, ip: unit.ip } as const
  const mail = await queueDelivery(unit, { kind: linkMail, userId, payload, expiresAt })
  const tokenHash = sha256Of(tokenOf(mail))
  await unit.tx.insert(emailChanges).values({ userId, email, tokenHash, expiresAt, createdAt: unit.now })
  unit.announce(addressAsked({ actorId: userId, subjectId: userId, data: { email } }))
}

export const nothingAsked = () =>
  new AppError('conflict', i18n.t('No new email address is awaiting confirmation.'))

/** Queues another link for the pending address. @throws {AppError} `conflict` when there is none */
export async function askForAddressAgain(unit: Work, asking: Omit<Asking, 'email'>): Promise<void> {
  const { email } = await lockUser(unit, asking.userId)
  const [wanted] = await unit.tx
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, asking.userId), ne(emailChanges.email, email)))
  if (!wanted) throw nothingAsked()
  await askForAddress(unit, { ...asking, email: wanted.email })
}

/** @throws {AppError} `invalid` for a wrong or expired link; `conflict` when the address is used by now */
export async function confirmAddress(unit: Work, userId: string, token: string): Promise<void> {
  await lockUser(unit, userId)
  const [wanted] = await unit.tx
    .select({ email: emailChanges.email, userId: emailChanges.userId, owner: users })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.tokenHash, sha256Of(token)),
        ne(emailChanges.email, users.email),
        gt(emailChanges.expiresAt, unit.now),
      ),
    )
  if (wanted && wanted.userId !== userId) throw ofAnotherAccount(wanted.owner)
  if (!wanted) throw invalid('token', i18n.t('This link is no longer valid. Change the email address again.'))
  await endAddressChange(unit, userId)
  const change = { email: wanted.email }
  await changeUser(unit, userId, change, { actorId: userId }, { isEmailConfirmed: true })
  await endPasswordLinks(unit, userId)
  await cancelRoleRequest(unit, userId, userId)
}

/** Deletes changes of address that were not proved in time. */
export async function forgetEndedAddressChanges(unit: Work): Promise<void> {
  await unit.tx.delete(emailChanges).where(lte(emailChanges.expiresAt, unit.now))
}
