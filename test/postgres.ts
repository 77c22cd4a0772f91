import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Postgres {
  /** Of a superuser, in the database "postgres"; tests make databases of their own beside it. */
  url: string
  stop: () => Promise<void>
}

/** Starts a real PostgreSQL on a free port with its data in a temporary folder. It does not outlive this process. */
export async function startPostgres(): Promise<Postgres> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(keeper, 'exit')
  let complaint = ''
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))

  const url = await new Promise<string>((resolve, reject) => {
    keeper.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    keeper.once('error', reject)
    keeper.once('close', () => reject(new Error(`No PostgreSQL to test with. ${complaint}`)))
  })
  return {
    url,
    async stop() {
      keeper.stdin.end()
      await ended
    },
  }
}
