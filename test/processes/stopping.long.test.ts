import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'

const script = fileURLToPath(new URL('../support/processes/stuck-server.ts', import.meta.url))
const sentence = 'Something was still not finished 0.3 seconds after the stop; ended all the same.\n'
let home: ServerHome
let env: Record<string, string>

beforeAll(async () => {
  home = await makeServerHome()
  env = home.env
})
afterAll(async () => {
  await home.remove()
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
