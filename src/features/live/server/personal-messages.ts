import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '#platform/server/bus.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import { onSentToPerson } from '#platform/server/send-to-person.ts'
import type { Listeners } from './listeners.ts'

interface Parts {
  bus: Bus
  log: FastifyBaseLogger
  listeners: Listeners
}

/** Forwards messages for one person to their sockets with a valid session. */
export function createPersonalMessages({ bus, log, listeners }: Parts): void {
  async function send(userId: string, message: LiveMessage): Promise<void> {
    const own = listeners.list().filter((listener) => listener.userId === userId)
    if (own.length === 0) return
    const viewers = await listeners.viewersOf(own)
    for (const listener of own) if (viewers.has(listener.sid)) listener.send(message)
  }

  onSentToPerson(bus, ({ userId, message }) => {
    send(userId, message).catch((error: unknown) => log.warn({ err: error }, 'a person could not be told'))
  })
}
