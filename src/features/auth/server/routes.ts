import { i18n } from '#platform/contract/i18n.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findHead } from '#features/event-log/server/queries.ts'
import { findVerifiedHash } from '#features/users/server/queries.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { foreignOrigin, unauthenticated } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database, Reader } from '#platform/server/database/query-builder.ts'
import { languageOfHeaders } from '#platform/server/language.ts'
import type { Door } from '#platform/server/door.ts'
import { isSameSecret } from '#platform/server/secrets.ts'
import type { DoWork } from '#platform/server/work.ts'
import { authApi, type RegistrationMode, type SignInOptions } from '../contract.ts'
import type { Exposure } from './exposure.ts'
import type { Limits } from './limits.ts'
import { isLocal } from './origin.ts'
import { findBootstrap, findCurrentUser, registrationMode, type LiveSession } from './queries.ts'
import {
  recordPasswordShown,
  recordFailedSignIn,
  notOwnPassword,
  register,
  setApproval,
  signIn,
  signOut,
  type RegistrationRules,
  type RegistrationStanding,
} from './service.ts'
import type { SessionCookie } from './session-cookie.ts'
import { warningsFor } from './warnings.ts'

export interface AuthSettings {
  /** Configured mode; absent: `open` for this machine alone, `approval` otherwise. */
  registration: RegistrationMode | undefined
  /** The server can be reached from this machine only. */
  isPrivateTrial: boolean
  bootstrap: 'code' | 'first' | 'off'
  /** Code printed once in the log; proves that the registrant can read it. */
  setupCode: string
  demo?: Pick<SignInOptions, 'demoAccounts' | 'demoPassword'>
}

export interface AuthParts {
  db: Database
  clock: Clock
  limits: Limits
  isTrial(reader: Reader): Promise<boolean>
  cookie: SessionCookie
  settings: AuthSettings
  /** A public address is set, so no request counts as local. */
  hasPublicUrl: boolean
  exposure: Exposure
  /** Address of a proxy that passes on requests but is not trusted. */
  findUntrustedProxy(): string | undefined
  /** Tells whether a link to set a new password can be mailed. */
  canReset(): Promise<boolean>
}

interface Leaving {
  request: FastifyRequest
  reply: FastifyReply
  work: DoWork
}

const deviceOf = ({ ip, headers }: FastifyRequest) => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, 300),
})

function registrationRoutes({ route }: Door<LiveSession>, parts: AuthParts): void {
  const { db, limits, isTrial, settings, hasPublicUrl, exposure, findUntrustedProxy, canReset } = parts

  const rulesFor = (request: FastifyRequest, setupToken?: string) => (standing: RegistrationStanding) => {
    const isTrusted = !hasPublicUrl && standing.exposedBy === null && isLocal(request)
    const hasCode = isSameSecret(setupToken, settings.setupCode)
    return {
      mode: registrationMode(settings.registration, settings.isPrivateTrial && isTrusted, standing),
      mayClaim: settings.bootstrap !== 'off' && (settings.bootstrap === 'first' || isTrusted || hasCode),
    } satisfies RegistrationRules
  }

  route(authApi.signInOptions, async ({ request, viewer }) => {
    await exposure.stored()
    const { isClaimed, ...standing } = await findBootstrap(db)
    const { mode, mayClaim } = rulesFor(request)(standing)
    const isUnset = settings.registration === undefined && settings.isPrivateTrial
    return {
      registration: mode,
      demoAccounts: settings.demo?.demoAccounts ?? [],
      demoPassword: settings.demo?.demoPassword,
      canReset: await canReset(),
      isUnclaimed: !isClaimed && settings.bootstrap !== 'off',
      needsSetupCode: !isClaimed && !mayClaim && settings.bootstrap === 'code',
      warnings:
        viewer?.role === 'super_user'
          ? warningsFor({
              isOpen: mode === 'open',
              exposedBy: isUnset ? standing.exposedBy : null,
              untrustedProxy: findUntrustedProxy(),
            })
          : [],
    }
  })

  route(authApi.register, async ({ body, work, request }) => {
    // The signs of this very request count for it.
    await exposure.stored()
    await limits.register(request.ip, await isTrial(db))
    const passwordHash = await hashPassword(body.password)
    const rules = {
      rulesFor: rulesFor(request, body.setupToken),
      language: languageOfHeaders(request.headers),
    }
    return work((unit) => register(unit, body, passwordHash, rules))
  })

  route(authApi.requireApproval, async ({ viewer, work }) => {
    await work((unit) => setApproval(unit, viewer, true))
    return { message: i18n.t('Staff roles require approval now.') }
  })
  route(authApi.liftApproval, async ({ viewer, work }) => {
    await work((unit) => setApproval(unit, viewer, false))
    return { message: i18n.t('Staff roles no longer require approval.') }
  })
}

function sessionRoutes({ route }: Door<LiveSession>, { db, clock, limits, cookie }: AuthParts): void {
  const userOrGone = async (id: string) => {
    const user = await findCurrentUser(db, id, clock.now())
    if (!user) throw unauthenticated()
    return user
  }

  async function leave({ request, reply, work }: Leaving) {
    const token = cookie.read(request)
    if (token !== undefined) await work((unit) => signOut(unit, token))
    void cookie.clear(reply)
  }

  route(authApi.currentUser, async ({ viewer, reply }) => {
    const head = await findHead(db)
    // Live updates resume from here: all that the page loads later is at least this new.
    void reply.header('log-position', String(viewer.role === 'client' ? head.publicPosition : head.position))
    return userOrGone(viewer.id)
  })

  route(authApi.login, async ({ body, work, request, reply }) => {
    const { token, userId } = await limits.signIn(
      body.email,
      request.ip,
      () =>
        signIn(work, db, body, {
          device: deviceOf(request),
          language: languageOfHeaders(request.headers),
          previousToken: cookie.read(request),
        }),
      (failures) => recordFailedSignIn(work, body.email, failures),
    )
    void cookie.write(reply, token)
    return userOrGone(userId)
  })

  route(authApi.isPasswordShown, () => ({ message: i18n.t('You entered your password a short while ago.') }))

  route(authApi.showPassword, async ({ viewer, body, work, request }) => {
    const verified = await limits.signIn(viewer.id, request.ip, async () => {
      const hash = await findVerifiedHash(db, viewer.id, body.password)
      if (hash === undefined) throw notOwnPassword()
      return hash
    })
    await work((unit) => recordPasswordShown(unit, viewer, verified))
    return { message: i18n.t('You can continue.') }
  })

  route(authApi.logout, async (call) => {
    await leave(call)
    return { message: i18n.t('You are signed out.') }
  })

  route(authApi.leave, async (call) => {
    const { request, reply } = call
    const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, 'sec-fetch-user': user } = request.headers
    // Refuse an image or script of another site, which would sign people out; a followed link may.
    const isForeign = site === 'cross-site' || site === 'same-site'
    if (isForeign && (destination !== 'document' || user !== '?1')) throw foreignOrigin()
    await leave(call)
    return reply.redirect('/')
  })
}

export function authRoutes(door: Door<LiveSession>, parts: AuthParts): void {
  registrationRoutes(door, parts)
  sessionRoutes(door, parts)
}
