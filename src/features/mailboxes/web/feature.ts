import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onMailboxMessage } from './live.ts'

export const mailboxes = { onMessage: onMailboxMessage } as const satisfies Feature<CurrentUser>
