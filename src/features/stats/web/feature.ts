import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onStatsMessage } from './live.ts'

export const stats = { onMessage: onStatsMessage } as const satisfies Feature<CurrentUser>
