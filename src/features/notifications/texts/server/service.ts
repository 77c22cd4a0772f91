import { queueDelivery } from '#features/deliveries/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { textMessage } from './deliveries.ts'

/** Queues one text about an event for a user. */
export async function queueText(unit: Work, userId: string, position: number, dueAt: Date): Promise<void> {
  const key = `${userId} ${position}`
  await queueDelivery(unit, { kind: textMessage, userId, key, payload: { position }, dueAt })
}
