import type { Viewer } from '#features/users/contract.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import { attachmentApi } from '#features/attachments/contract.ts'
import * as attachmentEvents from '#features/attachments/server/events.ts'
import { attachmentRoutes } from '#features/attachments/server/routes.ts'
import { commentApi } from '#features/comments/contract.ts'
import { createFormerSender, formerComment } from '#features/comments/server/former-held.ts'
import { commentNotices } from '#features/comments/server/notify.ts'
import { commentRoutes } from '#features/comments/server/routes.ts'
import { forgetOldReads, forgetPerson } from '#features/comments/server/unread.ts'
import { ticketApi } from '../contract.ts'
import { ticketListApi } from '../list/contract.ts'
import { requesterApi } from '#features/conversation/requester/contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { ticketLive } from './live.ts'
import { ticketNotices } from './notify.ts'
import { ticketRoutes } from './routes.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import { findTexts } from '#features/conversation/server/texts-with.ts'
import { forgetUnusedWords } from '#features/ticket-search/server/public/text-index.ts'
import { replaceTexts } from '#features/conversation/server/public/written-by.ts'

interface Needs extends Platform<Viewer> {
  totals: Totals
  isTrial: Parameters<typeof ticketRoutes>[1]['isTrial']
  limits: { listSearch(viewerId: string): Promise<void> }
}

export const tickets = {
  name: 'tickets',
  api: [ticketListApi, ticketApi, requesterApi, commentApi, attachmentApi],
  facts: [...Object.values(events), ...Object.values(attachmentEvents)],
  fieldWords,
  live: [ticketLive],
  notify: [ticketNotices, commentNotices],
  serve({ files: { store }, limits, ...deps }) {
    ticketRoutes(deps.door, { ...deps, store, limitSearches: limits.listSearch })
    commentRoutes(deps.door, deps)
    attachmentRoutes(deps.door, { ...deps, store })
  },
  senders: ({ work }) => [createFormerSender(work)],
  sweeps: [
    { what: 'words in use', everyMinutes: 1, run: ({ work }) => forgetUnusedWords(work) },
    { what: 'what was read', everyMinutes: 60, run: ({ work }) => work(forgetOldReads) },
  ],
  deliveries: [formerComment],
  personal: { forget: forgetPerson, replaceTexts, findTexts },
} satisfies Feature<Needs, Viewer>
