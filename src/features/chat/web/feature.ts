import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onUnreadMessage } from './live.ts'

export const chat = { onMessage: onUnreadMessage } as const satisfies Feature<CurrentUser>
