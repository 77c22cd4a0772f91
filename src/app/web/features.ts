import { accounts } from '#features/accounts/web/feature.ts'
import { audit } from '#features/audit/web/feature.ts'
import { auth } from '#features/auth/web/feature.ts'
import { chat } from '#features/chat/web/feature.ts'
import { clients } from '#features/clients/web/feature.ts'
import { deleted } from '#features/deleted/web/feature.ts'
import { demo } from '#features/demo/web/feature.ts'
import { deskSettings } from '#features/desk-settings/web/feature.ts'
import { imports } from '#features/imports/web/feature.ts'
import { inbound } from '#features/inbound/web/feature.ts'
import { labels } from '#features/labels/web/feature.ts'
import { mailboxes } from '#features/mailboxes/web/feature.ts'
import { mailThreads } from '#features/mail-threads/web/feature.ts'
import { notifications } from '#features/notifications/web/feature.ts'
import { retention } from '#features/retention/web/feature.ts'
import { savedAnswers } from '#features/saved-answers/web/feature.ts'
import { stats } from '#features/stats/web/feature.ts'
import { system } from '#features/system/web/feature.ts'
import { tickets } from '#features/tickets/web/feature.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { views } from '#features/views/web/feature.ts'
import type { Feature } from '#platform/web/feature.ts'
import { composed } from './screens/feature.ts'

/** In the order of `.dependency-cruiser.mjs`. */
const all = [
  auth,
  clients,
  deskSettings,
  mailboxes,
  savedAnswers,
  tickets,
  labels,
  chat,
  mailThreads,
  accounts,
  inbound,
  views,
  notifications,
  deleted,
  demo,
  imports,
  stats,
  audit,
  retention,
  system,
  composed,
] as const

type PathOf<T> = T extends { screens: readonly { paths: readonly (infer Path extends string)[] }[] }
  ? Path
  : never

export const features: readonly Feature<CurrentUser, PathOf<(typeof all)[number]>>[] = all

export const screens = features.flatMap(({ screens = [] }) => screens)
