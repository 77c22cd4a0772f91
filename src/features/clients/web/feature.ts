import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onClientMessage } from './live.ts'

export const clients = { onMessage: onClientMessage } as const satisfies Feature<CurrentUser>
