import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { AppError, describeIssues, forbidden } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Door } from '#platform/server/door.ts'
import type { LiveMessage } from '#platform/server/live-rule.ts'
import { Incoming, socketLimits } from '../contract.ts'
import type { Hub, Listener } from './hub.ts'

const closeCodes = {
  sessionEnded: 4401,
  forbidden: 4403,
  tooMany: 4429,
  slowReader: 1013,
  goingAway: 1012,
} as const

interface Parts {
  hub: Hub
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<LiveSession | null>
  /** Whether an Origin header names this server. */
  isOurs(origin: string, host: string | undefined): boolean
}

/** One open socket from its upgrade to its end. */
function serve(socket: WebSocket, session: LiveSession, hub: Hub): void {
  let listener: Listener | undefined
  let answered = true
  let spent = 0

  const send = (message: LiveMessage) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > socketLimits.bufferedBytes)
      return socket.close(closeCodes.slowReader, 'Reading too slowly')
    socket.send(JSON.stringify(message))
  }
  const refuse = (message: string) => send({ type: 'error', message })

  const refill = setInterval(() => {
    spent = 0
  }, 1000)
  const ping = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, socketLimits.pingEveryMs)

  function join(userId: string): void {
    if (userId !== session.id) {
      refuse('You can join only as yourself.')
      return socket.close(closeCodes.forbidden, 'Not your user')
    }
    if (!listener) {
      listener = {
        sid: session.sid,
        userId: session.id,
        send,
        end: () => socket.close(closeCodes.sessionEnded, 'The session has ended'),
        waiting: undefined,
      }
      hub.add(listener)
    }
    send({ type: 'authenticated', position: hub.positionOf(session) })
  }

  async function hear(data: unknown, isBinary: boolean): Promise<void> {
    if (++spent > socketLimits.floodPerSecond) return socket.close(closeCodes.tooMany, 'Too many messages')
    if (spent > socketLimits.messagesPerSecond) return refuse('Too many messages in a second.')
    const message = isBinary || !Buffer.isBuffer(data) ? undefined : parse(data.toString())
    if (message === undefined) return refuse('Send one JSON object as text.')
    const parsed = Incoming.safeParse(message)
    if (!parsed.success) return refuse(describeIssues(parsed.error.issues).message)
    if (parsed.data.type === 'user:join') return join(parsed.data.userId)
    if (!listener) return refuse('Join first.')
    if (parsed.data.type === 'ping') return send({ type: 'pong' })
    await hub.resume(listener, parsed.data.since)
  }

  socket.on('message', (data, isBinary) => {
    hear(data, isBinary).catch(() => {
      refuse('What you missed could not be loaded.')
      // The browser comes back and asks again.
      socket.close(closeCodes.goingAway, 'Try again')
    })
  })
  socket.on('pong', () => {
    answered = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(refill)
    clearInterval(ping)
    if (listener) hub.remove(listener)
  })
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
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
