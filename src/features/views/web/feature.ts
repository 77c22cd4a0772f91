import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onViewMessage } from './live.ts'

export const views = { onMessage: onViewMessage } as const satisfies Feature<CurrentUser>
