import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onInboundMessage } from './live.ts'

export const inbound = { onMessage: onInboundMessage } as const satisfies Feature<CurrentUser>
