import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { forgetUnusedWords } from './public/text-index.ts'

export const ticketSearch = {
  name: 'ticket-search',
  sweeps: [{ what: 'words in use', everyMinutes: 1, run: ({ work }) => forgetUnusedWords(work) }],
} satisfies Feature<Platform<Viewer>, Viewer>
