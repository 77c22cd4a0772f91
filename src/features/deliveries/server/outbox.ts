import type { Database } from '#platform/server/database/query-builder.ts'
import type { Outbox } from '#platform/server/send/outbox.ts'
import type { DoWork } from '#platform/server/work.ts'
import { listDue } from './queries.ts'
import { claimDelivery, markDone, markFailed } from './service.ts'

export const createOutbox = (db: Database, work: DoWork): Outbox => ({
  listDue: (kind, now, most) => listDue(db, kind, now, most),
  claim: (delivery, until) => work((unit) => claimDelivery(unit, delivery, until)),
  noteDone: (id, isSent, also) =>
    work(async (unit) => {
      await markDone(unit, id, isSent)
      await also(unit)
    }),
  noteFailed: (id, failure, dueAt) => work((unit) => markFailed(unit, id, failure, dueAt)),
})
