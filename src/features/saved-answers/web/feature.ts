import type { CurrentUser } from '#features/users/contract.ts'
import type { Feature } from '#platform/web/feature.ts'
import { onSavedAnswerMessage } from './live.ts'

export const savedAnswers = { onMessage: onSavedAnswerMessage } as const satisfies Feature<CurrentUser>
