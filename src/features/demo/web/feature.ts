import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onDemoMessage } from './live.ts'

export const demo = { onMessage: onDemoMessage } as const satisfies Feature<CurrentUser>
