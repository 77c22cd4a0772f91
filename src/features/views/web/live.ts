import type { QueryClient } from '@tanstack/react-query'
import { ViewsMessage } from '../contract.ts'
import { refreshViews } from './api.ts'

/** Loads the views anew when somebody, or the same person in another window, has changed one. */
export function hearViews(message: unknown, { queryClient }: { queryClient: QueryClient }): void {
  if (ViewsMessage.safeParse(message).success) void refreshViews(queryClient)
}
