import { i18n } from '#platform/contract/i18n.ts'
import { authApi } from '#features/auth/contract.ts'
import { findCurrentUser, hasRoleRequest, type LiveSession } from '#features/auth/server/queries.ts'
import { endSession } from '#features/auth/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { isClient } from '#features/users/policy.ts'
import { addressNotice } from '#features/users/server/deliveries.ts'
import { findUser, findVerifiedHash } from '#features/users/server/queries.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { AppError, notFound, unauthenticated } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { StoredDelivery } from '#platform/server/send/outbox.ts'
import { accountApi } from '../contract.ts'
import { askForAddressAgain, confirmAddress, nothingAsked } from './address-change.ts'
import { proveAddress } from './public/address-proof.ts'
import { linkMail } from './deliveries.ts'
import { endAddressChange } from './end-links.ts'
import type { createLinks } from './link-mails.ts'
import { requirePasswordLink, setPasswordByLink } from './password-links.ts'
import { countAccounts, listKnownCompanies, listSessionsOf, listWaiting } from './queries.ts'
import {
  changeAccount,
  changePassword,
  changeProfile,
  confirmAccount,
  createAccount,
  decideRequest,
  disableAccount,
  enableAccount,
  notCurrentPassword,
} from './service.ts'

interface Parts {
  db: Database
  clock: Clock
  /** Runs an attempt to know a password; too many failures are refused. */
  guess<T>(account: string, ip: string, attempt: () => Promise<T>): Promise<T>
  /** @throws {AppError} `too_many` links */
  limitLinks(ip: string, email: string): Promise<void>
  /** @throws {AppError} `too_many` addresses */
  limitAddresses(userId: string): Promise<void>
  links: ReturnType<typeof createLinks>
  dispatcher: Pick<Dispatcher, 'wake' | 'sendNow'>
}

const isOther = <T>(wanted: T | undefined, before: T | undefined) => wanted !== undefined && wanted !== before

function managedAccountRoutes({ route }: Door<LiveSession>, { db, links, dispatcher }: Parts): void {
  /** @returns why it did not go out, and what becomes of it */
  async function deliver(invitation: StoredDelivery): Promise<string | undefined> {
    const failed = await dispatcher.sendNow(invitation)
    return (
      failed &&
      (failed.dueAt === null
        ? failed.failure
        : i18n.t('{failure} It will be tried again.', { failure: failed.failure }))
    )
  }

  route(accountApi.counts, ({ query }) => countAccounts(db, query))
  route(accountApi.create, async ({ viewer, body, work, requirePassword }) => {
    if (!isClient(body)) requirePassword()
    const passwordHash = body.password === undefined ? null : await hashPassword(body.password)
    const { user, invitation } = await work(async (unit) => {
      const created = await createAccount(unit, viewer, body, passwordHash)
      return {
        user: created,
        invitation: body.invite ? await links.invite(unit, viewer, created.id) : undefined,
      }
    })
    return invitation ? { ...user, invitationFailure: await deliver(invitation) } : user
  })
  route(accountApi.invite, async ({ viewer, params, work }) => {
    const failure = await deliver(await work((unit) => links.invite(unit, viewer, params.id)))
    if (failure !== undefined) throw new AppError('conflict', failure)
    return { message: i18n.t('The invitation was sent.') }
  })
  route(
    accountApi.change,
    async ({ viewer, params, body, work, requirePassword }) => {
      const before = await findUser(db, params.id)
      // Ask for the password: the owner of the address can set a new one, and so take the account.
      if (isOther(body.role, before?.role) || isOther(body.email, before?.email)) requirePassword()
      const changed = await work((unit) => changeAccount(unit, viewer, params.id, body))
      dispatcher.wake(addressNotice)
      return changed
    },
    async (_viewer, { id }) => {
      if (!(await findUser(db, id))) throw notFound()
    },
  )
  route(accountApi.confirm, ({ viewer, params, work }) =>
    work((unit) => confirmAccount(unit, viewer, params.id)),
  )
  route(accountApi.disable, ({ viewer, params, work }) =>
    work((unit) => disableAccount(unit, viewer, params.id)),
  )
  route(accountApi.enable, ({ viewer, params, work }) =>
    work((unit) => enableAccount(unit, viewer, params.id)),
  )
  route(accountApi.companyNames, () => listKnownCompanies(db))
}

function roleRequestRoutes({ route }: Door<LiveSession>, { db, clock }: Parts): void {
  route(accountApi.roleRequests, () => listWaiting(db, clock.now()))
  const isRequest = async (_viewer: LiveSession, { id }: { id: string }) => {
    if (!(await hasRoleRequest(db, id))) throw notFound()
  }
  route(
    accountApi.approve,
    async ({ viewer, params, body, work }) => {
      await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'approved'))
      return { message: i18n.t('The role was approved.') }
    },
    isRequest,
  )
  route(
    accountApi.deny,
    async ({ viewer, params, body, work }) => {
      await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'declined'))
      return { message: i18n.t('The request was declined.') }
    },
    isRequest,
  )
}

function mailedLinkRoutes({ route }: Door<LiveSession>, parts: Parts): void {
  const { db, clock, guess, limitLinks, links, dispatcher } = parts

  route(authApi.forgot, async ({ body, work, request }) => {
    if (!(await isMailConfigured(db))) throw notFound()
    await limitLinks(request.ip, body.email)
    await work((unit) => links.forgot(unit, body.email))
    dispatcher.wake(linkMail)
    return { message: i18n.t('If there is an account with this address, a link is on its way to it.') }
  })
  route(authApi.reset, async ({ body, work, request }) => {
    if (!(await isMailConfigured(db))) throw notFound()
    // Tokens cannot be guessed, but hashing a password for every made-up one would cost a lot.
    await guess('a password link', request.ip, () => requirePasswordLink(db, body.token, clock.now()))
    const passwordHash = await hashPassword(body.password)
    await work((unit) => setPasswordByLink(unit, body.token, passwordHash))
    return { message: i18n.t('Your password is set. You can sign in with it now.') }
  })

  route(accountApi.proveEmail, async ({ body, work, request }) => {
    await guess('an address link', request.ip, () => work((unit) => proveAddress(unit, body.token)))
    return { message: i18n.t('Your email address is confirmed.') }
  })
}

function profileRoutes({ route }: Door<LiveSession>, parts: Parts): void {
  const { db, clock, guess, limitAddresses, links, dispatcher } = parts

  async function ownAccount(userId: string) {
    const user = await findCurrentUser(db, userId, clock.now())
    if (!user) throw unauthenticated()
    return user
  }

  route(accountApi.changeProfile, async ({ viewer, body, work, requirePassword }) => {
    const before = await findUser(db, viewer.id)
    const isOtherAddress = before?.email !== body.email
    if (isOtherAddress || before.mobileNumber !== (body.mobileNumber || null)) requirePassword()
    // Limit the answers to whether an address is taken.
    if (isOtherAddress) await limitAddresses(viewer.id)
    const tokenOf = (await isMailConfigured(db)) ? links.tokenOf : undefined
    await work((unit) => changeProfile(unit, viewer, body, tokenOf))
    dispatcher.wake(linkMail, addressNotice)
    return ownAccount(viewer.id)
  })
  route(accountApi.confirmEmail, async ({ viewer, body, work, request }) => {
    await guess(viewer.id, request.ip, () => work((unit) => confirmAddress(unit, viewer.id, body.token)))
    dispatcher.wake(addressNotice)
    return ownAccount(viewer.id)
  })
  route(accountApi.resendEmail, async ({ viewer, work }) => {
    await limitAddresses(viewer.id)
    const asking = { userId: viewer.id, tokenOf: links.tokenOf }
    await work((unit) => askForAddressAgain(unit, asking))
    dispatcher.wake(linkMail)
    return { message: i18n.t('The link was emailed again.') }
  })
  route(accountApi.cancelEmail, async ({ viewer, work }) => {
    if (!(await work((unit) => endAddressChange(unit, viewer.id)))) throw nothingAsked()
    return { message: i18n.t('Your email address stays as it is.') }
  })
}

function sessionRoutes({ route }: Door<LiveSession>, { db, clock, guess }: Parts): void {
  route(accountApi.changePassword, async ({ viewer, body, work, request }) => {
    // Limit guesses here as at sign-in.
    const verified = await guess(viewer.id, request.ip, async () => {
      const hash = await findVerifiedHash(db, viewer.id, body.currentPassword)
      if (hash === undefined) throw notCurrentPassword()
      return hash
    })
    const passwordHash = await hashPassword(body.newPassword)
    await work((unit) => changePassword(unit, viewer, { verified, passwordHash }))
    return { message: i18n.t('Your password was changed. You are signed out everywhere else.') }
  })
  route(accountApi.sessions, ({ viewer }) => listSessionsOf(db, viewer, viewer.id, clock.now()))
  route(accountApi.sessionsOf, async ({ viewer, params }) => {
    if (!(await findUser(db, params.id))) throw notFound()
    return listSessionsOf(db, viewer, params.id, clock.now())
  })
  route(accountApi.endSession, async ({ viewer, params, work }) => {
    const ended = await work((unit) => endSession(unit, viewer, viewer.id, params.id))
    if (!ended) throw notFound()
    return { message: i18n.t('The session was ended.') }
  })
  route(accountApi.endSessionOf, async ({ viewer, params, work }) => {
    const ended = await work((unit) => endSession(unit, viewer, params.id, params.session))
    if (!ended) throw notFound()
    return { message: i18n.t('The session was ended.') }
  })
}

export function accountRoutes(door: Door<LiveSession>, parts: Parts): void {
  managedAccountRoutes(door, parts)
  roleRequestRoutes(door, parts)
  mailedLinkRoutes(door, parts)
  profileRoutes(door, parts)
  sessionRoutes(door, parts)
}
