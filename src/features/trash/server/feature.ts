import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Viewer } from '#features/users/contract.ts'
import * as events from './events.ts'
import { purgeOld } from './purge-old.ts'

export const trash = {
  name: 'trash',
  facts: Object.values(events),
  sweeps: [
    {
      what: 'what was deleted a month ago',
      everyMinutes: 60,
      run: ({ db, work, clock, files: { store }, log }) => purgeOld({ db, work, store, log }, clock.now()),
    },
  ],
} satisfies Feature<Platform<Viewer>, Viewer>
