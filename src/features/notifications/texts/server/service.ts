import { queueDelivery } from '#features/deliveries/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { textMessage } from './deliveries.ts'

/** Tells a user of an event by a text, due at once; of one event once, whatever it means to them. */
export async function queueText(unit: Work, userId: string, position: number): Promise<void> {
  const key = `${userId} ${position}`
  await queueDelivery(unit, { kind: textMessage, userId, key, payload: { position } })
}
