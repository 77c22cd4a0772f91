import * as auth from '#features/auth/server/events.ts'
import * as chat from '#features/chat/server/events.ts'
import * as clients from '#features/clients/server/events.ts'
import * as emailPreferences from '#features/notifications/server/events.ts'
import * as mailSettings from '#features/mail-settings/server/events.ts'
import * as products from '#features/products/server/events.ts'
import * as settings from '#features/settings/server/events.ts'
import * as attachments from '#features/tickets/attachments/server/events.ts'
import * as tickets from '#features/tickets/server/events.ts'
import * as users from '#features/users/server/events.ts'
import * as views from '#features/views/server/events.ts'
import { anyOf, type FactOf } from '#platform/server/log/fact.ts'
import * as audit from './events.ts'

/** Everything that the features declare. */
export const allFacts = anyOf(
  ...Object.values(users),
  ...Object.values(auth),
  ...Object.values(settings),
  ...Object.values(mailSettings),
  ...Object.values(products),
  ...Object.values(clients),
  ...Object.values(tickets),
  ...Object.values(attachments),
  ...Object.values(views),
  ...Object.values(chat),
  ...Object.values(emailPreferences),
  ...Object.values(audit),
)

/** Any of them, told apart by its `type`. */
export type AnyFact = FactOf<(typeof allFacts.kinds)[number]>
