import { create as contentDisposition } from 'content-disposition'
import type { Viewer } from '#features/users/contract.ts'
import { findClient } from '#features/clients/server/queries.ts'
import { countCompanyTickets } from '#features/conversation/server/public/company-tickets.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Door } from '#platform/server/door.ts'
import type { Platform } from '#platform/server/feature.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { clientExportApi } from '../contract.ts'
import { archiveOf } from './archive.ts'
import { clientExported } from './events.ts'
import { createNames } from './file-names.ts'

const managerOf = (clientId: string): Viewer => ({
  id: nobody,
  role: 'client',
  managedClientIds: [clientId],
  clientIds: [clientId],
})
/** Id that no user has, RFC 9562. */
const nobody = '00000000-0000-0000-0000-000000000000'

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
      const reader = withInternal ? viewer : managerOf(client.id)
      const archive = await streamFor(request, async () => {
        const tickets = await countCompanyTickets(db, reader, client.id)
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
        return archiveOf(parts, client, reader)
      })
      // The archive is compressed already.
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
