import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inDataDirectory } from '#test/processes/in-data-directory.ts'

const { start } = inDataDirectory()
const blockedLoop = fileURLToPath(new URL('../support/probes/blocked-loop.mjs', import.meta.url))

test('an overloaded server answers 503, still answers /healthz, and serves everybody once it can', async () => {
  const server = start({ LOAD_SHEDDING: 'on', LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${blockedLoop}` })
  const url = await server.url()
  const ask = () => fetch(`${url}/api/auth/options`)
  // A start keeps a busy machine from answering for a moment.
  await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)

  server.child.kill('SIGUSR2')
  let refused = await ask()
  await expect.poll(async () => (refused = await ask()).status, { timeout: 30_000 }).toBe(503)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toEqual({
    message: 'The service is busy. Please try again in a moment.',
    requestId: refused.headers.get('x-request-id'),
  })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200)
  const { output } = await server.end('SIGTERM')
  expect(output).toContain('refused, for the service is busy')
  expect(output).not.toContain('"level":50')
})
