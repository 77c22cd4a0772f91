import { z } from 'zod'
import type { Bus } from '#platform/server/bus.ts'
import { Id } from '#platform/contract/fields.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { PresenceState } from '../contract.ts'

/** State of one socket in a ticket; `gone` after it has left. */
const Shown = z.object({
  listenerId: z.string(),
  ticketId: Id,
  userId: Id,
  state: z.union([PresenceState, z.literal('gone')]),
})
export type Shown = z.infer<typeof Shown>

/** Ephemeral messages between nodes. Ids only: each node reads person and rights itself. */
const Signal = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['user:typing', 'user:stop_typing']), ticketId: Id, userId: Id }),
  z.object({ type: z.literal('presence'), shown: z.array(Shown) }),
])
export type Signal = z.infer<typeof Signal>

export const publish = (bus: Bus, signal: Signal): void => bus.publish(signal)

const isOf = <T extends Signal['type']>(
  signal: Signal,
  types: readonly T[],
): signal is Extract<Signal, { type: T }> => isOneOf(types, signal.type)

/** Subscribes to signals of one kind. Unknown signals of other versions are ignored. */
export function onSignal<T extends Signal['type']>(
  bus: Bus,
  types: readonly T[],
  hear: (signal: Extract<Signal, { type: T }>) => void,
): void {
  bus.onMessage((message) => {
    const { data } = Signal.safeParse(message)
    if (data && isOf(data, types)) hear(data)
  })
}
