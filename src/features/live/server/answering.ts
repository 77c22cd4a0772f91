import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Listeners } from './listeners.ts'
import { onSignal, publish } from './signals.ts'

/** The most ids in one message between nodes. */
const usersAtOnce = 150
/** Answers come in flocks; each message to the other nodes is a statement. */
const gatherMs = 50
/** Nobody asks for answers that are older. */
const keptForMs = 2 * 60 * 60 * 1000

/** The users whose sockets have answered, on all nodes: the other side of an open socket may have gone without a word. */
export function createAnswering({ bus, clock, listeners }: { bus: Bus; clock: Clock; listeners: Listeners }) {
  const answeredAt = new Map<string, number>()
  const probed = new Set<string>()
  let untold: string[] = []
  /** When the first of them answered. */
  let untoldSince = 0
  let timer: NodeJS.Timeout | undefined

  function note(userIds: readonly string[], at: number): void {
    for (const userId of userIds) {
      const known = answeredAt.get(userId) ?? at
      // Deleted first, so that the map is in the order of answers.
      answeredAt.delete(userId)
      answeredAt.set(userId, Math.max(known, at))
    }
    for (const [userId, known] of answeredAt) {
      if (at - known < keptForMs) break
      answeredAt.delete(userId)
    }
  }

  function tell(): void {
    timer = undefined
    const userIds = untold
    untold = []
    for (let from = 0; from < userIds.length; from += usersAtOnce)
      publish(bus, {
        type: 'answered',
        userIds: userIds.slice(from, from + usersAtOnce),
        at: untoldSince,
      })
  }

  onSignal(bus, ['probe'], ({ userIds }) => {
    const asked = new Set(userIds)
    for (const listener of listeners.list())
      if (asked.has(listener.userId)) {
        probed.add(listener.userId)
        listener.ping()
      }
  })
  onSignal(bus, ['answered'], ({ userIds, at }) => note(userIds, at))

  return {
    /** Asks the sockets of these users whether they still answer; see `hasAnswered`. */
    probe(userIds: readonly string[]): void {
      for (let from = 0; from < userIds.length; from += usersAtOnce)
        publish(bus, { type: 'probe', userIds: userIds.slice(from, from + usersAtOnce) })
    },
    /** To be called when a socket of this user has answered a ping. */
    answered(userId: string): void {
      if (!probed.delete(userId)) return
      const now = clock.now().getTime()
      note([userId], now)
      if (untold.length === 0) untoldSince = now
      untold.push(userId)
      timer ??= setTimeout(tell, gatherMs)
    },
    /** Whether a socket of this user has answered a probe since then. */
    hasAnswered: (userId: string, since: Date) => (answeredAt.get(userId) ?? -Infinity) >= since.getTime(),
    close: () => clearTimeout(timer),
  }
}
