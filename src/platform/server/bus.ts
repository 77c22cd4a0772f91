import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createKeyedMutex } from '../contract/keyed-mutex.ts'
import { forNoRequest } from './call/request-id.ts'

const channels = { log: 'signalbox_log', messages: 'signalbox_messages' } as const
const reconnectAfterMs = 1000
/** A connection that is only half there says nothing, just like one on which nothing happens: so it is asked. */
const askEveryMs = 10_000
const answerWithinMs = 5000
/** One that is only half there does not answer a farewell either. */
const farewellWithinMs = 1000
/** Only a net: a notification that was lost is made good after this. */
const lookAgainAfterMs = 5000
/** Other nodes need not hear of each commit of a crowd by itself. */
const tellEveryMs = 5
const notifyStatement = 'select pg_notify($1, $2)'
/** PostgreSQL takes less than 8000 bytes, of which some name the node. */
const longestMessageBytes = 7900

const Message = z.record(z.string(), z.unknown())

/** Messages between the nodes of one installation. */
export interface Bus {
  /** The log has grown; call after the commit. */
  wake(): void
  onWake(listener: () => void): void
  /**
   * Tells every node, this one included, something that is true for a moment only. It is stored nowhere: a node that cannot be reached
   * misses it.
   * @param message at most 7900 bytes as JSON in UTF-8
   */
  publish(message: object): void
  /**
   * Messages may come from another version of this program, or from anybody with an account on the database: listeners check
   * their shape.
   */
  onMessage(listener: (message: unknown) => void): void
  close(): Promise<void>
}

/** @throws {Error} when it is too long to be sent */
function asText(message: object): string {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) > longestMessageBytes)
    throw new Error(`a message between nodes has at most ${longestMessageBytes} bytes`)
  return text
}

/** One process, one database: a call is enough. */
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
  /** Called each time that it is there, or there again. */
  connected(): void
  heard(notification: pg.Notification): void
}

/** Holds a connection on which this node hears of the others, and connects anew when it is lost. */
async function openLine({ url, log, pulse, connected, heard }: Line) {
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const serialize = createKeyedMutex()

  /**
   * Executes a statement unless there is no connection; one that fails it or does not answer in time is given up, and its end begins another.
   * @returns whether it was executed
   */
  const execute = (text: string, values: string[] = []): Promise<boolean> =>
    // In turn, as the driver wants it.
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
 * Several processes on one PostgreSQL: LISTEN on a connection of its own. A node tells the others of its commits after them, because
 * a notification within a transaction makes the commits of all nodes wait for each other. Of a node that dies in between, they hear
 * when they look by themselves.
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
    // Listeners on this node have heard its own messages already, without the way through the database.
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

  /** Whether the log has grown since the other nodes were last told so. */
  let hasNews = false
  let telling: Promise<void> | undefined

  async function tell(): Promise<void> {
    while (hasNews) {
      hasNews = false
      if (!(await line.execute(notifyStatement, [channels.log, node]))) {
        hasNews = true
        return
      }
      await wait(tellEveryMs, undefined, { ref: false })
    }
  }

  /** Tells the other nodes that the log has grown: at once, and then once for all that is written in a few milliseconds. */
  function tellNodes(): void {
    hasNews = true
    telling ??= tell().finally(() => (telling = undefined))
  }

  function connected(): void {
    local.wake()
    if (hasNews) tellNodes()
  }

  const line = await openLine({ url, log, pulse, connected, heard })
  const net = setInterval(local.wake, lookAgainAfterMs)
  net.unref()
  return {
    ...local,
    wake() {
      local.wake()
      forNoRequest(tellNodes)
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

/** Tells all nodes that the log has grown; for programs that are no node themselves. */
export const wakeNodes = (pool: pg.Pool) => pool.query(notifyStatement, [channels.log, ''])
