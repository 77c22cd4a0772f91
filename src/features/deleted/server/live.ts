import { clientDeleted, clientRestored } from '#features/clients/server/events.ts'
import { productDeleted, productRestored } from '#features/products/server/events.ts'
import {
  commentDeleted,
  commentRestored,
  ticketDeleted,
  ticketRestored,
} from '#features/tickets/server/events.ts'
import { thingPurged } from '#features/trash/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

const facts = anyOf(
  ticketDeleted,
  ticketRestored,
  commentDeleted,
  commentRestored,
  clientDeleted,
  clientRestored,
  productDeleted,
  productRestored,
  thingPurged,
)

export const deletedLive = changedRule('deleted', facts, (viewer: Viewer) => isDesk(viewer))
