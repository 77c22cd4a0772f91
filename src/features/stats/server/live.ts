import { commentTakenBack, ticketAnswered } from '#features/tickets/server/events.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

/**
 * Tells the desk of first answers, and of taken-back comments that may have been one. They can change
 * statistics without a message about the ticket.
 */
export const statsLive = changedRule('stats', anyOf(ticketAnswered, commentTakenBack), isDesk)
