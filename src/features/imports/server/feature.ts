import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { importApi } from '../contract.ts'
import * as events from './events.ts'
import { createImporter } from './importer.ts'
import { deskLive, importLive } from './live.ts'
import { importRoutes } from './routes.ts'
import { forgetPerson } from './service.ts'
import { forgetOldImports } from './sweep.ts'

export const imports = {
  name: 'imports',
  api: [importApi],
  facts: Object.values(events),
  live: [importLive, deskLive],
  async serve({ app, door, ...deps }) {
    const importer = createImporter(deps)
    // Before the rest: it ends after the batch that is under way.
    app.addHook('preClose', () => importer.stop())
    await importRoutes(door, { ...deps, importer })
  },
  sweeps: [{ what: 'imports', everyMinutes: 60, run: forgetOldImports }],
  personal: { forget: forgetPerson },
} satisfies Feature<Platform<LiveSession>, LiveSession>
