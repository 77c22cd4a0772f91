import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import { languageInUse } from '#platform/server/language.ts'
import { retentionApi } from '../contract.ts'
import { listRules, previewRule } from './queries.ts'
import { changeRule } from './service.ts'

export function retentionRoutes(
  { route }: Door<LiveSession>,
  { db, clock, facts }: { db: Database; clock: Clock; facts: FactCatalogue },
): void {
  route(retentionApi.list, () => listRules(db))
  route(retentionApi.preview, ({ params, query }) =>
    previewRule(db, params.kind, query.months, clock.now(), facts),
  )
  route(retentionApi.change, async ({ viewer, params, body, work }) => {
    const language = languageInUse()
    await work((unit) => changeRule(unit, viewer, { kind: params.kind, months: body.months, language }))
    return listRules(db)
  })
}
