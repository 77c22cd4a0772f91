import type { WebSocket } from '@fastify/websocket'
import { z } from 'zod'
import { listLiveSessions, type LiveSession } from '#features/auth/server/queries.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { closeCodes, createAdmission, type Sockets } from '#platform/server/sockets.ts'
import type { WorkMessage } from '../contract.ts'
import type { Progress } from './progress.ts'
import { findUpload, shapeUpload } from './queries.ts'

const Address = z.object({ token: z.string() })

interface Parts {
  db: Database
  clock: Clock
  progress: Progress
}

const socketsPerUser = 20
/** Sessions also end without an event. */
const looksEveryMs = 15_000
const silentLooksAtMost = 20

/** Serves `/api/{token}`: progress of an upload for its sender. One socket per upload. */
export function progressSocket(sockets: Sockets<LiveSession>, { db, clock, progress }: Parts): void {
  const admit = createAdmission(socketsPerUser)
  const open = new Map<string, { socket: WebSocket; order: number }>()
  let opened = 0

  /** @returns a function to call with each message: silent sockets are closed */
  function closeWhenOver(socket: WebSocket, { sid }: LiveSession): () => void {
    let silentLooks = 0
    async function look() {
      if (++silentLooks > silentLooksAtMost) return socket.close(closeCodes.silent, 'Nothing has happened')
      const [session] = await listLiveSessions(db, [sid], clock.now())
      if (!session) socket.close(closeCodes.sessionEnded, 'The session has ended')
    }
    const looking = setInterval(() => void look().catch(() => socket.terminate()), looksEveryMs)
    socket.on('close', () => clearInterval(looking))
    return () => (silentLooks = 0)
  }

  sockets.route('/api/:token(^[\\w-]{20,100}$)', async (socket, session, request) => {
    const { token } = Address.parse(request.params)
    const id = progress.uploadOf(token)
    const order = ++opened
    const refuse = () => socket.close(closeCodes.unknown, 'Unknown token')
    if (!admit(session.id, socket)) return socket.close(closeCodes.tooMany, 'Too many connections')
    if (id === undefined || !(await findUpload(db, session, id))) return refuse()
    if (socket.readyState !== socket.OPEN) return

    const other = open.get(id)
    // Concurrent checks may finish out of order.
    const replaced = other && other.order > order ? socket : other?.socket
    replaced?.close(closeCodes.replaced, 'Opened again')
    if (replaced === socket) return
    open.set(id, { socket, order })
    const spoke = closeWhenOver(socket, session)
    function hear(message: WorkMessage) {
      spoke()
      socket.send(JSON.stringify(message))
      if (message.action !== 'progress') socket.close(closeCodes.done, 'Done')
    }
    const unfollow = progress.follow(id, hear)
    socket.on('close', () => {
      unfollow()
      if (open.get(id)?.socket === socket) open.delete(id)
    })
    // The upload may have ended before the socket opened.
    const row = await findUpload(db, session, id)
    if (!row) return refuse()
    if (row.completedAt) hear({ action: 'success', payload: { response: shapeUpload(row) } })
  })
}
