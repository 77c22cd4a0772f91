import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresDatabase } from './database.ts'
import { ServerProcess } from './process.ts'

const script = fileURLToPath(new URL('stuck-server.ts', import.meta.url))
const sentence = 'Something was still not finished 0.3 seconds after the stop; ended all the same.\n'
let directory = ''
let env: Record<string, string>
let drop: (() => Promise<void>) | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'signalbox-stopping-'))
  env = { DATA_DIR: directory }
  if (process.env.TEST_DATABASE === 'postgres') {
    const database = await createPostgresDatabase()
    drop = database.drop
    env = { ...env, DATABASE_URL: database.url, APP_SECRET: 'x'.repeat(32) }
  }
})
afterAll(async () => {
  await drop?.()
  await rm(directory, { recursive: true, force: true })
})

test('a server in which something hangs ends all the same, and says so', { timeout: 180_000 }, async () => {
  for (const signal of ['SIGTERM', 'SIGUSR2'] as const) {
    const server = new ServerProcess(env, { script })
    const url = await server.url()
    // As the embedded database has one connection, this request waits for ever.
    const asked = fetch(`${url}/api/auth/user`, { headers: { cookie: `sid=${'x'.repeat(43)}` } }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const { code, output } = await server.end(signal)
    expect([code, output.includes('Error: a defect')]).toEqual([1, signal === 'SIGUSR2'])
    expect(output.endsWith(sentence)).toBe(true)
    expect(await asked).toBe(env.DATABASE_URL === undefined ? 'cut off' : 401)
  }
})
