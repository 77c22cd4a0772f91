import type { Clock } from '#platform/server/clock.ts'
import { presenceStates, type PresenceState } from '../contract.ts'
import type { Shown } from './signals.ts'

/** Longer than two repetitions take. */
const forgottenAfterMs = 75_000

interface Seen {
  userId: string
  state: PresenceState
  until: number
}

const strongest = (one: PresenceState, other: PresenceState) =>
  presenceStates.indexOf(one) > presenceStates.indexOf(other) ? one : other

function statesOf(seen: Iterable<Seen>): Map<string, PresenceState> {
  const states = new Map<string, PresenceState>()
  for (const { userId, state } of seen) states.set(userId, strongest(state, states.get(userId) ?? state))
  return states
}

const asText = (states: ReadonlyMap<string, PresenceState>) =>
  [...states]
    .map(([userId, state]) => userId + state)
    .sort()
    .join()

export function createSeen(clock: Clock) {
  const seen = new Map<string, Map<string, Seen>>()

  const statesAt = (ticketId: string) => statesOf(seen.get(ticketId)?.values() ?? [])

  function note({ listenerId, ticketId, userId, state }: Shown): void {
    const at = seen.get(ticketId) ?? new Map<string, Seen>()
    if (state === 'gone') at.delete(listenerId)
    else at.set(listenerId, { userId, state, until: clock.now().getTime() + forgottenAfterMs })
    if (at.size > 0) seen.set(ticketId, at)
    else seen.delete(ticketId)
  }

  return {
    statesAt,
    /** @returns true when others must be told */
    note(shown: Shown): boolean {
      const before = asText(statesAt(shown.ticketId))
      note(shown)
      return asText(statesAt(shown.ticketId)) !== before
    },
    /** Removes expired entries. @returns their tickets */
    forget(): string[] {
      const now = clock.now().getTime()
      const changed: string[] = []
      for (const [ticketId, at] of seen) {
        const over = [...at].filter(([, { until }]) => until < now)
        for (const [listenerId, { userId }] of over) note({ listenerId, ticketId, userId, state: 'gone' })
        if (over.length > 0) changed.push(ticketId)
      }
      return changed
    },
  }
}
