import { commentTakenBack, ticketAnswered } from '#features/tickets/server/events.ts'
import { isDesk } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { changedRule } from '#platform/server/log/live-rule.ts'

/** The desk hears of first answers, and of what may have been one: one that passes no turn on changes the statistics alone, and no ticket is told of. */
export const statsLive = changedRule('stats', anyOf(ticketAnswered, commentTakenBack), isDesk)
