import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

// Every page loads this file, so it must not import the contract.
export const savedAnswersKey = ['/api/saved-answers'] as const

export function onSavedAnswerMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'saved-answers:changed') void refresh(queryClient, { queryKey: savedAnswersKey })
}
