import type { FastifyReply, FastifyRequest } from 'fastify'
import { renewSession, sessionLastsMs, sidOf } from './service.ts'
import type { LiveSession } from './queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Clock } from '#platform/server/clock.ts'

/** The session cookie of this request; over https it has the prefix that ties it to this host. */
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
  findSession(sid: string, now: Date): Promise<LiveSession | undefined>
}

/** Identifies the sender of a request, and keeps a used session alive. */
export const createAuthenticate =
  ({ db, clock, cookie, findSession }: Parts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | null> => {
    const token = cookie.read(request)
    if (token === undefined) return null
    const now = clock.now()
    const session = await findSession(sidOf(token), now)
    if (!session) return null
    const expire = await renewSession(db, session, now)
    if (expire) cookie.write(reply, token, expire.getTime() - now.getTime())
    return session
  }
