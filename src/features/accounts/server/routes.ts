import { authApi } from '#features/auth/contract.ts'
import { findCurrentUser, hasRoleRequest, type LiveSession } from '#features/auth/server/queries.ts'
import { endSession } from '#features/auth/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { findUser, hasPassword } from '#features/users/server/queries.ts'
import { hashPassword } from '#features/users/server/service.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import type { Door } from '#platform/server/door.ts'
import { accountApi } from '../contract.ts'
import type { createLinkMails } from './link-mails.ts'
import { requirePasswordLink, setPasswordByLink } from './password-links.ts'
import { countAccounts, listKnownCompanies, listOwnSessions, listWaiting } from './queries.ts'
import {
  changeAccount,
  changePassword,
  changeProfile,
  createAccount,
  decideRequest,
  disableAccount,
  enableAccount,
} from './service.ts'

interface Parts {
  db: Database
  clock: Clock
  /** Runs an attempt to know a password; too many failures are refused. */
  guess<T>(account: string, ip: string, attempt: () => Promise<T>): Promise<T>
  /** Throws `too_many` when more links are asked for than anybody needs. */
  limitLinks(ip: string, email: string): Promise<void>
  links: ReturnType<typeof createLinkMails>
}

export function accountRoutes(
  { route }: Door<LiveSession>,
  { db, clock, guess, limitLinks, links }: Parts,
): void {
  route(accountApi.counts, ({ query }) => countAccounts(db, query))
  route(accountApi.create, async ({ viewer, body, work, request }) => {
    const passwordHash = body.password === undefined ? null : await hashPassword(body.password)
    const { user, invitation } = await work(async (unit) => {
      const created = await createAccount(unit, viewer, body, passwordHash, request.ip)
      const by = { actorId: viewer.id, ip: request.ip }
      return { user: created, invitation: body.invite ? await links.invite(unit, created.id, by) : undefined }
    })
    return invitation ? { ...user, invitationFailure: await links.deliver(invitation) } : user
  })
  route(accountApi.invite, async ({ viewer, params, work, request }) => {
    const by = { actorId: viewer.id, ip: request.ip }
    const failure = await links.deliver(await work((unit) => links.invite(unit, params.id, by)))
    if (failure !== undefined) throw new AppError('conflict', failure)
    return { message: 'The invitation was sent.' }
  })
  route(
    accountApi.change,
    ({ viewer, params, body, work, request }) =>
      work((unit) => changeAccount(unit, viewer, params.id, body, request.ip)),
    async (_viewer, { id }) => {
      if (!(await findUser(db, id))) throw notFound()
    },
  )
  route(accountApi.disable, ({ viewer, params, work, request }) =>
    work((unit) => disableAccount(unit, viewer, params.id, request.ip)),
  )
  route(accountApi.enable, ({ viewer, params, work, request }) =>
    work((unit) => enableAccount(unit, viewer, params.id, request.ip)),
  )
  route(accountApi.companyNames, () => listKnownCompanies(db))

  route(accountApi.roleRequests, () => listWaiting(db, clock.now()))
  const isRequest = async (_viewer: LiveSession, { id }: { id: string }) => {
    if (!(await hasRoleRequest(db, id))) throw notFound()
  }
  route(
    accountApi.approve,
    async ({ viewer, params, body, work, request }) => {
      await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'approved', request.ip))
      return { message: 'The role was given.' }
    },
    isRequest,
  )
  route(
    accountApi.deny,
    async ({ viewer, params, body, work, request }) => {
      await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'declined', request.ip))
      return { message: 'The request was declined.' }
    },
    isRequest,
  )

  route(authApi.forgot, async ({ body, work, request }) => {
    if (!(await isMailConfigured(db))) throw notFound()
    await limitLinks(request.ip, body.email)
    await work((unit) => links.forgot(unit, body.email, request.ip))
    links.wake()
    return { message: 'If there is an account with this address, a link is on its way to it.' }
  })
  route(authApi.reset, async ({ body, work, request }) => {
    if (!(await isMailConfigured(db))) throw notFound()
    // Tokens cannot be guessed, but hashing a password for everybody who sends one would cost a lot.
    await guess('a password link', request.ip, () => requirePasswordLink(db, body.token, clock.now()))
    const passwordHash = await hashPassword(body.password)
    await work((unit) => setPasswordByLink(unit, body.token, passwordHash, request.ip))
    return { message: 'Your password is set. You can sign in with it now.' }
  })

  route(accountApi.changeProfile, async ({ viewer, body, work, request }) => {
    await work((unit) => changeProfile(unit, viewer, body, request.ip))
    const user = await findCurrentUser(db, viewer.id)
    if (!user) throw new AppError('unauthenticated', 'You are not signed in.')
    return user
  })
  route(accountApi.changePassword, async ({ viewer, body, work, request }) => {
    // Guessing here is limited like guessing at the door.
    await guess(viewer.id, request.ip, async () => {
      if (!(await hasPassword(db, viewer.id, body.currentPassword)))
        throw invalid('currentPassword', 'This is not your current password')
    })
    const passwordHash = await hashPassword(body.newPassword)
    await work((unit) => changePassword(unit, viewer, passwordHash, request.ip))
    return { message: 'Your password was changed. You are signed out everywhere else.' }
  })
  route(accountApi.sessions, ({ viewer }) => listOwnSessions(db, viewer, clock.now()))
  route(accountApi.endSession, async ({ viewer, params, work, request }) => {
    const ended = await work((unit) => endSession(unit, viewer.id, params.id, request.ip))
    if (!ended) throw notFound()
    return { message: 'The session was ended.' }
  })
}
