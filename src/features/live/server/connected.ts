import { randomUUID } from 'node:crypto'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Listeners } from './listeners.ts'
import { onSignal, publish } from './signals.ts'

/** Each node repeats its connected users, so that the others can tell whether it still lives. */
const sayAgainEveryMs = 25_000
const forgottenAfterMs = 75_000
/** The most ids in one message between nodes. */
const usersAtOnce = 150

/** The users with an open socket, on all nodes: each node tells the others its own. */
export function createConnected({ bus, clock, listeners }: { bus: Bus; clock: Clock; listeners: Listeners }) {
  const node = randomUUID()
  const others = new Map<string, Map<string, number>>()
  const isHere = (userId: string) => listeners.list().some((listener) => listener.userId === userId)

  const say = (userIds: readonly string[], isConnected: boolean) =>
    publish(bus, { type: 'connected', node, userIds: [...userIds], isConnected })

  function sayAll(): void {
    const userIds = [...new Set(listeners.list().map(({ userId }) => userId))]
    for (let from = 0; from < userIds.length; from += usersAtOnce)
      say(userIds.slice(from, from + usersAtOnce), true)
  }

  onSignal(bus, ['connected'], ({ node: from, userIds, isConnected }) => {
    if (from === node) return
    const users = others.get(from) ?? new Map<string, number>()
    const until = clock.now().getTime() + forgottenAfterMs
    for (const userId of userIds)
      if (isConnected) users.set(userId, until)
      else users.delete(userId)
    others.set(from, users)
  })
  onSignal(bus, ['who'], ({ node: from }) => {
    if (from !== node) sayAll()
  })
  publish(bus, { type: 'who', node })

  function forget(): void {
    const now = clock.now().getTime()
    for (const [from, users] of others) {
      for (const [userId, until] of users) if (until < now) users.delete(userId)
      if (users.size === 0) others.delete(from)
    }
  }
  const timer = setInterval(() => {
    sayAll()
    forget()
  }, sayAgainEveryMs)
  timer.unref()

  return {
    /** To be called once a socket has joined. */
    came: (userId: string) => say([userId], true),
    /** To be called once a socket is gone; another of theirs may still be open. */
    went(userId: string): void {
      if (!isHere(userId)) say([userId], false)
    },
    isConnected(userId: string): boolean {
      const now = clock.now().getTime()
      return isHere(userId) || [...others.values()].some((users) => (users.get(userId) ?? 0) >= now)
    },
    close: () => clearInterval(timer),
  }
}
