import { findCurrentUser, type LiveSession } from '#features/auth/server/queries.ts'
import { endSession } from '#features/auth/server/service.ts'
import { hasPassword } from '#features/users/server/queries.ts'
import { hashPassword } from '#features/users/server/service.ts'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import type { Door } from '#platform/server/door.ts'
import { accountApi } from '../contract.ts'
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
}

export function accountRoutes({ route }: Door<LiveSession>, { db, clock, guess }: Parts): void {
  route(accountApi.counts, ({ query }) => countAccounts(db, query))
  route(accountApi.create, async ({ viewer, body, work, request }) => {
    const passwordHash = await hashPassword(body.password)
    return work((unit) => createAccount(unit, viewer, body, passwordHash, request.ip))
  })
  route(accountApi.change, ({ viewer, params, body, work, request }) =>
    work((unit) => changeAccount(unit, viewer, params.id, body, request.ip)),
  )
  route(accountApi.disable, ({ viewer, params, work, request }) =>
    work((unit) => disableAccount(unit, viewer, params.id, request.ip)),
  )
  route(accountApi.enable, ({ viewer, params, work, request }) =>
    work((unit) => enableAccount(unit, viewer, params.id, request.ip)),
  )
  route(accountApi.companyNames, () => listKnownCompanies(db))

  route(accountApi.roleRequests, () => listWaiting(db, clock.now()))
  route(accountApi.approve, async ({ viewer, params, body, work, request }) => {
    await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'approved', request.ip))
    return { message: 'The role was given.' }
  })
  route(accountApi.deny, async ({ viewer, params, body, work, request }) => {
    await work((unit) => decideRequest(unit, viewer, params.id, body.version, 'declined', request.ip))
    return { message: 'The request was declined.' }
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
