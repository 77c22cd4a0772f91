import type { Viewer } from '#features/users/contract.ts'
import { dayOf, type Clock } from '#platform/server/clock.ts'
import { csvFile } from '#platform/server/call/csv-file.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { auditApi, type AuditEntry } from '../contract.ts'
import { auditExported } from './events.ts'
import { groupTypes, listAudit, readAudit } from './queries.ts'

const headers = ['Time', 'Event', 'Who', 'About', 'Details', 'IP address', 'Position', 'Type']

const cellsOf = ({ at, what, actor, subject, details, ip, position, type }: AuditEntry) => [
  at,
  what,
  actor && `${actor.firstName} ${actor.lastName}`,
  subject?.name,
  details.map(({ name, value }) => `${name}: ${value}`).join('; '),
  ip,
  position,
  type,
]

async function* linesOf(entries: AsyncIterable<AuditEntry>) {
  for await (const entry of entries) yield cellsOf(entry)
}

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  facts: FactCatalogue
  fieldWords: FieldWords
}

export function auditRoutes(
  { route }: Door<Viewer>,
  { db, clock, timeZone, facts, fieldWords }: Parts,
): void {
  const place = { words: { facts, fields: fieldWords }, timeZone }
  route(auditApi.list, ({ query }) => listAudit(db, query, place))
  route(auditApi.types, () => groupTypes(facts))
  route(auditApi.export, async ({ viewer, query, work, requireStanding, request, reply }) => {
    const file = await streamFor(request, async () => {
      await work(async (unit) =>
        unit.announce(auditExported({ actorId: viewer.id, data: { filter: query } })),
      )
      return csvFile(headers, linesOf(readAudit(db, query, place, requireStanding)))
    })
    const name = `audit-${dayOf(clock.now(), timeZone)}.csv`
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(file)
  })
}
