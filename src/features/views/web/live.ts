import type { Listening, LiveMessage } from '#platform/web/feature.ts'

// Every page loads this file, so it knows nothing of the contract.
export const viewsKey = ['/api/views'] as const

/** Loads the views anew when somebody, or the same person in another window, has changed one. */
export function onViewMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'views:changed') void queryClient.invalidateQueries({ queryKey: viewsKey })
}
