import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onRegistrationMessage } from './live.ts'

export const auth = { onMessage: onRegistrationMessage } as const satisfies Feature<CurrentUser>
