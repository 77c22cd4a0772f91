import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import { auditApi } from '../contract.ts'
import * as events from './events.ts'
import { auditLive } from './live.ts'
import { auditRoutes } from './routes.ts'

interface Needs extends Platform<Viewer> {
  facts: FactCatalogue
  fieldWords: FieldWords
}

export const audit = {
  name: 'audit',
  api: [auditApi],
  facts: Object.values(events),
  live: [auditLive],
  serve: (deps) => auditRoutes(deps.door, deps),
} satisfies Feature<Needs, Viewer>
