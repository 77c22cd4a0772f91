import type { FastifyReply, FastifyRequest } from 'fastify'
import { renewSession, sessionLastsMs, sidOf } from './service.ts'
import { findSession, type LiveSession } from './queries.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Clock } from '#platform/server/clock.ts'

/** Over https the name has the prefix that ties the cookie to this host. */
export function createSessionCookie(isSecure: boolean) {
  const name = isSecure ? '__Host-sid' : 'sid'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name] || undefined,
    write: (reply: FastifyReply, token: string, lastsMs = sessionLastsMs) =>
      reply.setCookie(name, token, { ...options, maxAge: Math.floor(lastsMs / 1000) }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  }
}

export type SessionCookie = ReturnType<typeof createSessionCookie>

interface Parts {
  db: Database
  clock: Clock
  cookie: SessionCookie
}

export function createSenders({ db, clock, cookie }: Parts) {
  async function identify(request: FastifyRequest): Promise<LiveSession | null> {
    const token = cookie.read(request)
    if (token === undefined) return null
    return (await findSession(db, sidOf(token), clock.now())) ?? null
  }

  async function renew(request: FastifyRequest, reply: FastifyReply, session: LiveSession): Promise<void> {
    const now = clock.now()
    const expire = await renewSession(db, session, now)
    const token = cookie.read(request)
    if (expire && token !== undefined) cookie.write(reply, token, expire.getTime() - now.getTime())
  }

  return {
    identify,
    /** Identifies the sender, and renews the session. */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | null> {
      const session = await identify(request)
      if (session) await renew(request, reply, session)
      return session
    },
  }
}
