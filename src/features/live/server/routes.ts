import type { LiveSession } from '#features/auth/server/queries.ts'
import { closeCodes, createAdmission, type Sockets } from '#platform/server/sockets.ts'
import { socketLimits } from '../contract.ts'
import { serve } from './connection.ts'
import type { Hub } from './hub.ts'

/** Serves the socket at `/ws`. The limit per user also counts sockets that have not joined. */
export function liveRoutes(sockets: Sockets<LiveSession>, hub: Hub): void {
  const admit = createAdmission(socketLimits.socketsPerUser)
  sockets.route('/ws', (socket, session) => {
    if (admit(session.id, socket)) return serve(socket, session, hub)
    socket.send(JSON.stringify({ type: 'error', message: 'Too many open connections.' }))
    socket.close(closeCodes.tooMany, 'Too many connections')
  })
}
