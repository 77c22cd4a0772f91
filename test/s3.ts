import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server that speaks S3, as a process of its own with one empty bucket. It does not outlive this one. */
export async function startS3() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-s3-'))
  const script = fileURLToPath(new URL('s3-process.mjs', import.meta.url))
  const server = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const endpoint = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    server.once('exit', () => reject(new Error('the S3 server did not start')))
  })
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'eu-central-1',
      S3_BUCKET: 'signalbox',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      server.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
