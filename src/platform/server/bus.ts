import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'

const channels = { log: 'signalbox_log', messages: 'signalbox_messages' } as const
const reconnectAfterMs = 1000
/** Only a net: a notification that was lost is made good after this. */
const lookAgainAfterMs = 5000
/** PostgreSQL takes less than 8000 bytes, of which some name the node. */
const longestMessageBytes = 7900

/** What the nodes of one installation tell each other. */
export interface Bus {
  /** The log has grown; call after the commit. */
  wake(): void
  onWake(listener: () => void): void
  /**
   * Tells every node, this one included, something that is true for a moment only. It is stored nowhere: a node that cannot be reached
   * misses it.
   * @param message at most 7900 bytes of UTF-8
   */
  publish(message: string): void
  onMessage(listener: (message: string) => void): void
  close(): Promise<void>
}

function requireShort(message: string): void {
  if (Buffer.byteLength(message) > longestMessageBytes)
    throw new Error(`a message between nodes has at most ${longestMessageBytes} bytes`)
}

/** One process, one database: a call is enough. */
export function localBus(): Bus {
  const wakers: (() => void)[] = []
  const hearers: ((message: string) => void)[] = []
  return {
    wake: () => wakers.forEach((wake) => wake()),
    onWake: (listener) => wakers.push(listener),
    publish(message) {
      requireShort(message)
      hearers.forEach((hear) => hear(message))
    },
    onMessage: (listener) => hearers.push(listener),
    close: async () => undefined,
  }
}

/**
 * Several processes on one PostgreSQL: LISTEN on a connection of its own. A commit of another node arrives as a notification
 * that `notifyStatement` sent within its transaction.
 */
export async function postgresBus(url: string, log: Logger): Promise<Bus> {
  const local = localBus()
  const node = randomUUID()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  function hear({ channel, payload = '' }: pg.Notification): void {
    if (channel === channels.log) return local.wake()
    // What this node says it has heard already, without the way through the database.
    if (!payload.startsWith(node)) local.publish(payload.slice(node.length))
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'signalbox listen' })
    const lost = () => {
      if (client !== next && client !== undefined) return
      client = undefined
      if (closed) return
      retry = setTimeout(() => void listen(), reconnectAfterMs)
    }
    next.on('error', () => undefined)
    next.on('end', lost)
    next.on('notification', hear)
    try {
      await next.connect()
      await next.query(`listen ${channels.log}; listen ${channels.messages}`)
      client = next
      if (closed) await next.end()
      else local.wake()
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer; listening again soon')
      await next.end().catch(() => undefined)
    }
  }

  await listen()
  const net = setInterval(local.wake, lookAgainAfterMs)
  net.unref()
  return {
    ...local,
    publish(message) {
      local.publish(message)
      client
        ?.query('select pg_notify($1, $2)', [channels.messages, node + message])
        .catch((error: unknown) => log.warn({ err: error }, 'The other nodes could not be told something'))
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(net)
      await client?.end().catch(() => undefined)
    },
  }
}

/** To be executed in the transaction that writes to the log. */
export const notifyStatement = `select pg_notify('${channels.log}', '')`
