import { create as contentDisposition } from 'content-disposition'
import type { Viewer } from '#features/users/contract.ts'
import { findClient } from '#features/clients/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Door } from '#platform/server/door.ts'
import type { Platform } from '#platform/server/feature.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { clientExportApi } from '../contract.ts'
import { archiveOf } from './archive.ts'
import { clientExported } from './events.ts'
import { countTickets } from './queries.ts'
import { createNames } from './file-names.ts'

export function clientExportRoutes(
  { route }: Door<Viewer>,
  { db, clock, files: { store } }: Pick<Platform<Viewer>, 'db' | 'clock' | 'files'>,
): void {
  route(
    clientExportApi.download,
    async ({ viewer, params, query, work, requireStanding, request, reply }) => {
      const client = await findClient(db, params.id)
      if (!client) throw notFound()
      const withInternal = query.internal === 'true'
      const archive = await streamFor(request, async () => {
        const tickets = await countTickets(db, client.id)
        await work(async (unit) =>
          unit.announce(
            clientExported({
              actorId: viewer.id,
              subjectId: client.id,
              data: { name: client.name, tickets, withInternal },
            }),
          ),
        )
        const parts = { db, store, log: request.log, now: clock.now(), requireStanding }
        return archiveOf(parts, client, withInternal)
      })
      // What is in it is compressed.
      request.headers['x-no-compression'] = 'true'
      return reply
        .type('application/zip')
        .headers({
          'content-disposition': contentDisposition(createNames()(`${client.name}.zip`)),
          'cache-control': 'no-store',
        })
        .send(archive)
    },
  )
}
