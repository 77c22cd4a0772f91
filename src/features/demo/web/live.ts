import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

// Every page loads this file, so it does not import the contract.
export const demoKey = ['/api/demo'] as const

export function onDemoMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'demo:changed') void refresh(queryClient, { queryKey: demoKey })
}
