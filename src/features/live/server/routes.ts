import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Door } from '#platform/server/door.ts'
import { socketLimits } from '../contract.ts'
import { closeCodes, serve } from './connection.ts'
import type { Hub } from './hub.ts'

interface Parts {
  hub: Hub
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | null>
  /** Whether an Origin header names this server. */
  isOurs(origin: string, host: string | undefined): boolean
}

/** Counts the open sockets of each user, whether they have joined or not. */
function createAdmission() {
  const open = new Map<string, Set<WebSocket>>()
  return (userId: string, socket: WebSocket): boolean => {
    const own = open.get(userId) ?? new Set()
    if (own.size >= socketLimits.socketsPerUser) return false
    open.set(userId, own.add(socket))
    socket.on('close', () => {
      own.delete(socket)
      if (own.size === 0) open.delete(userId)
    })
    return true
  }
}

/** The socket at `/ws`. Without a session there is no upgrade; from another site's page there is none either. */
export async function liveRoutes(
  { app }: Door<LiveSession>,
  { hub, authenticate, isOurs }: Parts,
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: limits.socketFrameBytes, perMessageDeflate: false },
    errorHandler: (_error, socket) => socket.terminate(),
    async preClose() {
      for (const socket of app.websocketServer.clients) socket.close(closeCodes.goingAway, 'Restarting')
    },
  })
  const admit = createAdmission()
  const sessions = new WeakMap<FastifyRequest, LiveSession>()
  await app.register(async (scope) => {
    scope.get(
      '/ws',
      {
        websocket: true,
        async preValidation(request, reply) {
          const { origin, host, upgrade } = request.headers
          if (upgrade === undefined) throw new AppError('invalid', 'This address speaks WebSocket only.')
          if (origin !== undefined && !isOurs(origin, host))
            throw forbidden('This request comes from another site.')
          const session = await authenticate(request, reply)
          if (!session) throw new AppError('unauthenticated', 'You are not signed in.')
          sessions.set(request, session)
        },
      },
      (socket, request) => {
        const session = sessions.get(request)
        if (!session) return socket.close(closeCodes.sessionEnded, 'You are not signed in')
        if (admit(session.id, socket)) return serve(socket, session, hub)
        socket.send(JSON.stringify({ type: 'error', message: 'Too many open connections.' }))
        socket.close(closeCodes.tooMany, 'Too many connections')
      },
    )
  })
}
