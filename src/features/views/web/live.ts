import type { QueryClient } from '@tanstack/react-query'

// Every page loads this file, so it knows nothing of the contract.
export const viewsKey = ['/api/views'] as const

/** Loads the views anew when somebody, or the same person in another window, has changed one. */
export function onViewMessage({ type }: { type: string }, client: QueryClient): void {
  if (type === 'views:changed') void client.invalidateQueries({ queryKey: viewsKey })
}
