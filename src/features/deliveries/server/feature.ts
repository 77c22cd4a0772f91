import type { Feature } from '#platform/server/feature.ts'
import type { DoWork } from '#platform/server/work.ts'
import { pruneDeliveries } from './service.ts'

export const deliveries = {
  name: 'deliveries',
  sweeps: [{ what: 'deliveries', everyMinutes: 1, run: ({ work }) => work(pruneDeliveries) }],
} satisfies Feature<{ work: DoWork }, unknown>
