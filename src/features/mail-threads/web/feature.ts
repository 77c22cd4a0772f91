import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onBounceMessage } from './live.ts'

export const mailThreads = { onMessage: onBounceMessage } as const satisfies Feature<CurrentUser>
