import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onLabelMessage } from './live.ts'

export const labels = { onMessage: onLabelMessage } as const satisfies Feature<CurrentUser>
