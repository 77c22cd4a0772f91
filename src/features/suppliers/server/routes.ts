import type { InboundAddresses } from '#features/mail-settings/server/service.ts'
import { visibleIn } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { supplierApi } from '../contract.ts'
import { setSupplier } from './service.ts'

interface Parts {
  db: Database
  inboundAddresses: InboundAddresses
}

export function supplierRoutes({ route }: Door<Viewer>, parts: Parts): void {
  route(
    supplierApi.set,
    async ({ viewer, params, body, work }) => ({
      supplier: await work((unit) => setSupplier(unit, viewer, params.id, body, parts)),
    }),
    visibleIn(parts.db),
  )
}
