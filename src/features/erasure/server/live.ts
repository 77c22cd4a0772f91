import type { Viewer } from '#features/users/contract.ts'
import { tracesErased } from '#features/users/server/events.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

/** Tells everybody at once: replaced texts are not announced one by one. */
export const erasureLive = changedRule('desk', anyOf(tracesErased), (_viewer: Viewer) => true)
