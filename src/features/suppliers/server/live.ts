import { supplierWrote } from '#features/inbound/server/events.ts'
import { canSeeSupplier } from '#features/inbound/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'
import { supplierChanged } from './events.ts'

/** Tells staff that the supplier of a ticket, or what they wrote, is another. */
export const supplierLive = changedRule('supplier', anyOf(supplierChanged, supplierWrote), (viewer: Viewer) =>
  canSeeSupplier(viewer),
)
