import { queueDelivery } from '#features/deliveries/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { textMessage } from './deliveries.ts'

/** Tells a user of an event by a text; of one event once, whatever it means to them. */
export async function queueText(unit: Work, userId: string, position: number, dueAt: Date): Promise<void> {
  const key = `${userId} ${position}`
  await queueDelivery(unit, { kind: textMessage, userId, key, payload: { position }, dueAt })
}
