import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onTicketMessage } from './live.ts'

export const tickets = { onMessage: onTicketMessage } as const satisfies Feature<CurrentUser>
