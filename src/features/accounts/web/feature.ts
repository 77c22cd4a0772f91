import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onAccountMessage } from './live.ts'

export const accounts = { onMessage: onAccountMessage } as const satisfies Feature<CurrentUser>
