import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionEnded } from '#platform/contract/close-codes.ts'
import { foreignOrigin, notFound, unauthenticated } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { endRequestSpan } from './traces/requests.ts'
import { detached } from './traces/spans.ts'

export const closeCodes = {
  done: 1000,
  goingAway: 1012,
  slowReader: 1013,
  sessionEnded,
  forbidden: 4403,
  unknown: 4404,
  silent: 4408,
  replaced: 4409,
  tooMany: 4429,
} as const

interface Parts<S> {
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<S | null>
  /** True when an Origin header names this server. */
  isOurs(origin: string, host: string | undefined): boolean
}

export interface Sockets<S> {
  route(
    path: string,
    serve: (socket: WebSocket, session: S, request: FastifyRequest) => Promise<void> | void,
  ): void
}

/** Limits the open sockets of each user. @returns whether there is room for this one */
export function createAdmission(perUser: number) {
  const open = new Map<string, Set<WebSocket>>()
  return (userId: string, socket: WebSocket): boolean => {
    const own = open.get(userId) ?? new Set()
    if (own.size >= perUser) return false
    open.set(userId, own.add(socket))
    socket.on('close', () => {
      own.delete(socket)
      if (own.size === 0) open.delete(userId)
    })
    return true
  }
}

const leavesWithinMs = 2000

/** Sends a page to another node. A sleeping machine does not answer the close, so terminate without waiting. */
function sendAway(socket: WebSocket): void {
  socket.close(closeCodes.goingAway, 'Restarting')
  setTimeout(() => socket.terminate(), leavesWithinMs).unref()
}

/** Admits WebSockets: no upgrade without a session, nor from another site's page. */
export async function createSockets<S extends object>(
  app: FastifyInstance,
  { authenticate, isOurs }: Parts<S>,
): Promise<Sockets<S>> {
  let isStopping = false
  await app.register(websocket, {
    // Messages are small, and ten thousand compressors would need much memory.
    options: { maxPayload: limits.socketFrameBytes, perMessageDeflate: false },
    errorHandler: (_error, socket) => socket.terminate(),
    async preClose() {
      isStopping = true
      for (const socket of app.websocketServer.clients) sendAway(socket)
    },
  })
  const sessions = new WeakMap<FastifyRequest, S>()
  return {
    route(path, serve) {
      app.get(
        path,
        {
          websocket: true,
          async preValidation(request, reply) {
            const { origin, host, upgrade } = request.headers
            if (upgrade === undefined) throw notFound()
            if (origin !== undefined && !isOurs(origin, host)) throw foreignOrigin()
            const session = await authenticate(request, reply)
            if (!session) throw unauthenticated()
            sessions.set(request, session)
          },
        },
        (socket, request) => {
          endRequestSpan(request, 101)
          const session = sessions.get(request)
          if (!session) return socket.close(closeCodes.sessionEnded, 'You are not signed in')
          // A balancer may still use a kept connection to a stopping node.
          if (isStopping) return sendAway(socket)
          return detached(() => serve(socket, session, request))
        },
      )
    },
  }
}
