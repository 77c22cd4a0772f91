import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Postgres {
  /** Address for a superuser, in the database "postgres"; tests make databases of their own beside it. */
  url: string
  /** Ends it by this signal and starts it again on the same port and data. Resolves when it takes connections. */
  restart: (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a real PostgreSQL on a free port with its data in a temporary folder. It does not outlive this process.
 * @param durable true: what it has acknowledged is still there when it was killed, as on a server that people rely on
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const script = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))
  const keeper = spawn(process.execPath, [script, ...(durable ? ['durable'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(keeper, 'close')
  let complaint = ''
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))

  keeper.stdout.setEncoding('utf8')
  async function untilReady(): Promise<string> {
    const failed = ended.then(() => {
      throw new Error(`No PostgreSQL to test with. ${complaint}`)
    })
    const [line] = (await Promise.race([once(keeper.stdout, 'data'), failed])) as [string]
    return line.trim()
  }
  return {
    url: await untilReady(),
    async restart(signal) {
      keeper.stdin.write(`${signal}\n`)
      await untilReady()
    },
    async stop() {
      keeper.stdin.end()
      await ended
    },
  }
}
