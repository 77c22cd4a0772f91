import { commentTakenBack, ticketAnswered } from '#features/tickets/server/events.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

/** First answers, and comments taken back, can change statistics without a message about the ticket. */
export const statsLive = changedRule('stats', anyOf(ticketAnswered, commentTakenBack), isDesk)
