import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createKeyedMutex } from '../contract/keyed-mutex.ts'
import { forNoRequest } from './call/request-id.ts'

const channels = { log: 'signalbox_log', messages: 'signalbox_messages' } as const
const reconnectAfterMs = 1000
/** A half-open connection looks like an idle one, so probe it. */
const askEveryMs = 10_000
const answerWithinMs = 5000
/** A half-open connection does not answer a farewell either. */
const farewellWithinMs = 1000
/** Fallback interval for lost notifications. */
const lookAgainAfterMs = 5000
/** Minimum interval between notifications, so that commits are batched. */
const flushEveryMs = 5
const notifyStatement = 'select pg_notify($1, $2)'
/** PostgreSQL takes less than 8000 bytes, of which some name the node. */
const longestMessageBytes = 7900

const Message = z.record(z.string(), z.unknown())

export interface Bus {
  /** The log has grown; call after the commit. */
  wake(): void
  onWake(listener: () => void): void
  /** Tells every node, this one included, a transient fact of at most 7900 bytes of JSON. An unreachable node misses it. */
  publish(message: object): void
  /** Messages may come from another version, or from any account on the database: listeners must check their shape. */
  onMessage(listener: (message: unknown) => void): void
  close(): Promise<void>
}

function asText(message: object): string {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) > longestMessageBytes)
    throw new Error(`a message between nodes has at most ${longestMessageBytes} bytes`)
  return text
}

export function localBus(): Bus {
  const wakers: (() => void)[] = []
  const hearers: ((message: unknown) => void)[] = []
  return {
    wake: () => forNoRequest(() => wakers.forEach((wake) => wake())),
    onWake: (listener) => wakers.push(listener),
    publish(message) {
      asText(message)
      hearers.forEach((hear) => hear(message))
    },
    onMessage: (listener) => hearers.push(listener),
    close: async () => undefined,
  }
}

interface Pulse {
  askEveryMs: number
  answerWithinMs: number
}

interface Line {
  url: string
  log: Logger
  pulse: Pulse
  connected(): void
  heard(notification: pg.Notification): void
}

/** Keeps a listening connection to the database, and reconnects when it is lost. */
async function openLine({ url, log, pulse, connected, heard }: Line) {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const serialize = createKeyedMutex()

  /** Executes a statement if connected; a failure or timeout drops the connection and reconnects. @returns whether it was executed */
  const execute = (text: string, values: string[] = []): Promise<boolean> =>
    // The driver wants queries serialized.
    serialize('connection', async () => {
      const asked = client
      try {
        await asked?.query(text, values)
        return asked !== undefined
      } catch (error) {
        log.warn({ err: error }, 'The connection to the other nodes was lost')
        if (client === asked) client = undefined
        void asked?.end().catch(() => undefined)
        return false
      }
    })

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'signalbox listen',
      keepAlive: true,
      connectionTimeoutMillis: pulse.answerWithinMs,
      query_timeout: pulse.answerWithinMs,
    })
    const lost = () => {
      if (client !== next && client !== undefined) return
      client = undefined
      if (closed) return
      retry = setTimeout(() => void listen(), reconnectAfterMs)
    }
    next.on('error', () => undefined)
    next.on('end', lost)
    next.on('notification', heard)
    try {
      await next.connect()
      await next.query(`listen ${channels.log}; listen ${channels.messages}`)
      client = next
      if (closed) await next.end()
      else connected()
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer; listening again soon')
      await next.end().catch(() => undefined)
    }
  }

  await listen()
  const asking = setInterval(() => void execute('select 1'), pulse.askEveryMs)
  asking.unref()
  return {
    execute,
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      clearInterval(asking)
      const ended = client?.end().catch(() => undefined)
      await Promise.race([ended, wait(farewellWithinMs, undefined, { ref: false })])
    },
  }
}

/**
 * Connects several processes on one PostgreSQL by LISTEN, on a connection of its own. Nodes notify after the commit, because NOTIFY within
 * transactions serializes all commits. If a node dies in between, the others find its commits by polling.
 */
export async function postgresBus(
  url: string,
  log: Logger,
  pulse: Pulse = { askEveryMs, answerWithinMs },
): Promise<Bus> {
  const local = localBus()
  const node = randomUUID()
  let hasComplained = false

  function heard({ channel, payload = '' }: pg.Notification): void {
    // Listeners on this node have heard its own messages already.
    if (payload.startsWith(node)) return
    if (channel === channels.log) return local.wake()
    try {
      local.publish(Message.parse(JSON.parse(payload.slice(node.length))))
    } catch (error) {
      // Logged once: a sender of one malformed message sends many.
      if (!hasComplained) log.warn({ err: error }, 'A notification that no node has sent was passed over')
      hasComplained = true
    }
  }

  let hasNews = false
  let telling: Promise<void> | undefined

  async function tell(): Promise<void> {
    while (hasNews) {
      hasNews = false
      if (!(await line.execute(notifyStatement, [channels.log, node]))) {
        hasNews = true
        return
      }
      await wait(flushEveryMs, undefined, { ref: false })
    }
  }

  /** Notifies the other nodes: at once, then once for all commits of a few milliseconds. */
  function notifyNodes(): void {
    hasNews = true
    telling ??= tell().finally(() => (telling = undefined))
  }

  function connected(): void {
    local.wake()
    if (hasNews) notifyNodes()
  }

  const line = await openLine({ url, log, pulse, connected, heard })
  const net = setInterval(local.wake, lookAgainAfterMs)
  net.unref()
  return {
    ...local,
    wake() {
      local.wake()
      forNoRequest(notifyNodes)
    },
    publish(message) {
      local.publish(message)
      void line.execute(notifyStatement, [channels.messages, node + asText(message)])
    },
    async close() {
      await Promise.race([telling, wait(farewellWithinMs, undefined, { ref: false })])
      clearInterval(net)
      await line.close()
    },
  }
}

/** Wakes all nodes; for programs that are no node themselves. */
export const wakeNodes = (pool: pg.Pool) => pool.query(notifyStatement, [channels.log, ''])
