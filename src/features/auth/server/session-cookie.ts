import type { FastifyReply, FastifyRequest } from 'fastify'
import { renewSession, sessionLastsMs, sidOf } from './service.ts'
import { findSession, type LiveSession, type StandingSession } from './queries.ts'
import type { Database, Reader } from '#platform/server/database/database.ts'
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
}

/** On one node; beyond, whoever has not called for longest is forgotten. */
const mostRemembered = 10_000

/** Makes the functions that say who sends a request. */
export function createSenders({ db, clock, cookie }: Parts) {
  const remembered = new Map<string, StandingSession>()

  function remember(sid: string, session: LiveSession | undefined): void {
    // The last in the map is the one seen last.
    remembered.delete(sid)
    if (!session) return
    const { id, role, managedClientIds } = session
    remembered.set(sid, { sid, id, role, managedClientIds })
    for (const oldest of remembered.keys()) {
      if (remembered.size <= mostRemembered) return
      remembered.delete(oldest)
    }
  }

  /** The sender of a request as the database knows them now. Sends its statement at once. */
  async function identify(request: FastifyRequest, reader: Reader): Promise<LiveSession | null> {
    const token = cookie.read(request)
    if (token === undefined) return null
    const sid = sidOf(token)
    const session = await findSession(reader, sid, clock.now())
    remember(sid, session)
    return session ?? null
  }

  /** Keeps a used session alive. Not to be waited for while holding a connection: it may need one. */
  async function renew(request: FastifyRequest, reply: FastifyReply, session: LiveSession): Promise<void> {
    const now = clock.now()
    const expire = await renewSession(db, session, now)
    const token = cookie.read(request)
    if (expire && token !== undefined) cookie.write(reply, token, expire.getTime() - now.getTime())
  }

  return {
    identify,
    renew,
    /** Both: who sends a request, from now on for longer. */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | null> {
      const session = await identify(request, db)
      if (session) await renew(request, reply, session)
      return session
    },
    /** The sender of a request as they were at their last call on this node: a guess, which `identify` confirms. */
    recall(request: FastifyRequest): StandingSession | undefined {
      const token = cookie.read(request)
      return token === undefined ? undefined : remembered.get(sidOf(token))
    },
  }
}
