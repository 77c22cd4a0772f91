import { accounts } from '#features/accounts/server/feature.ts'
import { attachments } from '#features/attachments/server/feature.ts'
import { audit } from '#features/audit/server/feature.ts'
import { auth } from '#features/auth/server/feature.ts'
import type { Limits } from '#features/auth/server/limits.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import type { AuthParts } from '#features/auth/server/routes.ts'
import { backup } from '#features/backup/server/feature.ts'
import { chat } from '#features/chat/server/feature.ts'
import { clientExport } from '#features/client-export/server/feature.ts'
import { clients } from '#features/clients/server/feature.ts'
import type { FetchIcon } from '#features/clients/server/fetch-icon.ts'
import { comments } from '#features/comments/server/feature.ts'
import { conversation } from '#features/conversation/server/feature.ts'
import { deleted } from '#features/deleted/server/feature.ts'
import { deliveries } from '#features/deliveries/server/feature.ts'
import { demo } from '#features/demo/server/feature.ts'
import { deskSettings } from '#features/desk-settings/server/feature.ts'
import { erasure } from '#features/erasure/server/feature.ts'
import { eventLog } from '#features/event-log/server/feature.ts'
import { imports } from '#features/imports/server/feature.ts'
import { inbound } from '#features/inbound/server/feature.ts'
import type { InboundDoor } from '#features/inbound/server/public/door.ts'
import { labels } from '#features/labels/server/feature.ts'
import { live } from '#features/live/server/feature.ts'
import type { Hub } from '#features/live/server/hub.ts'
import { mailboxes } from '#features/mailboxes/server/feature.ts'
import { mailSettings } from '#features/mail-settings/server/feature.ts'
import type { InboundAddresses, Mail } from '#features/mail-settings/server/service.ts'
import { mailThreads } from '#features/mail-threads/server/feature.ts'
import { messaging } from '#features/messaging/server/feature.ts'
import type { WhatsAppAccount } from '#features/messaging/server/whatsapp.ts'
import { notifications } from '#features/notifications/server/feature.ts'
import type { TicketNotifyRule } from '#features/notifications/server/notices.ts'
import { participants } from '#features/participants/server/feature.ts'
import { products } from '#features/products/server/feature.ts'
import { requester } from '#features/requester/server/feature.ts'
import { retention } from '#features/retention/server/feature.ts'
import { savedAnswers } from '#features/saved-answers/server/feature.ts'
import { search } from '#features/search/server/feature.ts'
import { settings } from '#features/settings/server/feature.ts'
import { sharing } from '#features/sharing/server/feature.ts'
import { stats } from '#features/stats/server/feature.ts'
import { suppliers } from '#features/suppliers/server/feature.ts'
import { system } from '#features/system/server/feature.ts'
import { ticketList } from '#features/ticket-list/server/feature.ts'
import { ticketSearch } from '#features/ticket-search/server/feature.ts'
import { tickets } from '#features/tickets/server/feature.ts'
import { trash } from '#features/trash/server/feature.ts'
import { uploads } from '#features/uploads/server/feature.ts'
import type { Viewer } from '#features/users/contract.ts'
import { users } from '#features/users/server/feature.ts'
import { views } from '#features/views/server/feature.ts'
import type { Feature, Platform } from '#platform/server/feature.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { anyOf, type FactCatalogue } from '#platform/server/log/fact.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import type { PersonalData } from '#platform/server/personal-data.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import type { SmsAccount } from '#platform/server/send/sms.ts'

export interface Deps extends Platform<LiveSession> {
  auth: Omit<AuthParts, 'db' | 'clock' | 'limits' | 'isTrial'>
  limits: Limits
  totals: Totals
  /** True while only people of this machine call. */
  isTrial(reader: Reader): Promise<boolean>
  mail: Mail
  inboundAddresses: InboundAddresses
  hub: Hub
  dispatcher: Dispatcher
  whatsApp: WhatsAppAccount | undefined
  inbound: InboundDoor | undefined
  sms: SmsAccount | undefined
  fetchIcon: FetchIcon
  facts: FactCatalogue
  fieldWords: FieldWords
  notifyRules: readonly TicketNotifyRule[]
  personal: readonly PersonalData<Viewer>[]
  deliveryKinds: readonly DeliveryKind[]
}

/** Every feature, in reading order: a feature knows only those before it. */
export const features: readonly Feature<Deps, Viewer, TicketNotifyRule>[] = [
  eventLog,
  deliveries,
  users,
  auth,
  mailSettings,
  uploads,
  trash,
  products,
  clients,
  deskSettings,
  mailboxes,
  savedAnswers,
  ticketSearch,
  tickets,
  labels,
  participants,
  attachments,
  comments,
  chat,
  conversation,
  mailThreads,
  ticketList,
  requester,
  settings,
  messaging,
  sharing,
  search,
  accounts,
  inbound,
  suppliers,
  views,
  notifications,
  deleted,
  demo,
  imports,
  erasure,
  clientExport,
  stats,
  audit,
  retention,
  live,
  backup,
  system,
]

export const endpoints = features.flatMap(({ api = [] }) => api.flatMap((calls) => Object.values(calls)))

export const allFacts = anyOf(...features.flatMap(({ facts = [] }) => facts))

export const fieldWords: FieldWords = Object.assign({}, ...features.map((feature) => feature.fieldWords))

/** Every kind of delivery, including those that this server cannot send. */
export const deliveryKinds = features.flatMap(({ deliveries: kinds = [] }) => kinds)

export const liveRules = features.flatMap(({ live: rules = [] }) => rules)
/** Erasure steps of the features, the last first: its rows refer to those of earlier ones. */
export const personalData = features.flatMap(({ personal = [] }) => personal).toReversed()
export const notifyRules = features.flatMap(({ notify = [] }) => notify)
