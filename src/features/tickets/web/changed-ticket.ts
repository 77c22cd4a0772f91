import { fieldsOf } from '#platform/contract/narrowing.ts'
import type { LiveMessage } from '#platform/web/feature.ts'

/** The id of the ticket that a message brings along; undefined, or anything else, where it brings none. */
export const changedTicketId = (message: LiveMessage): unknown => fieldsOf(fieldsOf(message)['ticket'])['id']
