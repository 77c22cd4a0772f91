import { fieldsOf } from '#platform/contract/narrowing.ts'
import type { LiveMessage } from '#platform/web/feature.ts'

/** Reads the id of a message's ticket; anything else without one. */
export const changedTicketId = (message: LiveMessage): unknown => fieldsOf(fieldsOf(message)['ticket'])['id']
