import pg from 'pg'
import type { Logger } from 'pino'

const channel = 'signalbox_log'
const reconnectAfterMs = 1000
/** Only a net: a notification that was lost is made good after this. */
const lookAgainAfterMs = 5000

/** Tells readers of the log that it has grown, here or on another node. */
export interface Bus {
  /** The log has grown; call after the commit. */
  wake(): void
  onWake(listener: () => void): void
  close(): Promise<void>
}

/** One process, one database: a call is enough. */
export function localBus(): Bus {
  const listeners: (() => void)[] = []
  return {
    wake: () => listeners.forEach((listener) => listener()),
    onWake: (listener) => listeners.push(listener),
    close: async () => undefined,
  }
}

/**
 * Several processes on one PostgreSQL: LISTEN on a connection of its own. A commit of another node arrives as a notification
 * that `notifyStatement` sent within its transaction.
 */
export async function postgresBus(url: string, log: Logger): Promise<Bus> {
  const { wake, onWake } = localBus()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

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
    next.on('notification', wake)
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      client = next
      if (closed) await next.end()
      else wake()
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer; listening again soon')
      await next.end().catch(() => undefined)
    }
  }

  await listen()
  const net = setInterval(wake, lookAgainAfterMs)
  net.unref()
  return {
    wake,
    onWake,
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(net)
      await client?.end().catch(() => undefined)
    },
  }
}

/** To be executed in the transaction that writes to the log. */
export const notifyStatement = `select pg_notify('${channel}', '')`
