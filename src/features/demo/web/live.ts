import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

// Every page loads this file, so it knows nothing of the contract.
export const demoKey = ['/api/demo'] as const

/** Asks anew how it stands when somebody loads or removes demo data. */
export function onDemoMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'demo:changed') void refresh(queryClient, { queryKey: demoKey })
}
