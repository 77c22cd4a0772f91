import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A script beside this one as a process of its own, once it has said where it listens. It does not outlive this one. */
async function startProcess(script: URL, ...args: string[]) {
  const server = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const endpoint = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    server.once('exit', () => reject(new Error(`${script.pathname} did not start`)))
  })
  return {
    endpoint,
    async stop() {
      server.stdin.end()
      await ended
    },
    async kill() {
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** Call to the service that lends credentials, by the names of its protocol. */
interface AskedOfSts {
  Action: string
  Policy: string
  DurationSeconds: string
  RoleArn?: string
  RoleSessionName?: string
  Name?: string
}

/** A service that lends credentials for the bucket of `startS3`. */
export async function startSts() {
  const { endpoint, stop } = await startProcess(new URL('sts-process.mjs', import.meta.url))
  return {
    endpoint,
    asked: async () => (await (await fetch(endpoint)).json()) as AskedOfSts[],
    stop,
  }
}

/** A server that speaks S3, with one empty bucket. */
export async function startS3() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-s3-'))
  const script = new URL('s3-process.mjs', import.meta.url)
  let server = await startProcess(script, folder)
  const { endpoint } = server
  return {
    /** Ends it without a word. What it has stays. */
    kill: () => server.kill(),
    /** At the same address, with what it had. */
    async startAgain() {
      server = await startProcess(script, folder, new URL(endpoint).port)
    },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'eu-central-1',
      S3_BUCKET: 'signalbox',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
