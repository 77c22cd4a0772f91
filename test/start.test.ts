import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerProcess } from './process.ts'

let directory = ''
let running: ServerProcess[] = []
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-start-'))
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
  running = []
  fs.rmSync(directory, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: directory, ...env })
  running.push(server)
  return server
}

test(
  'a second server on the same data is refused in one sentence, and can start once the first was killed',
  { timeout: 180_000 },
  async () => {
    const begun = performance.now()
    const first = start()
    await first.url()
    const firstSeconds = (performance.now() - begun) / 1000
    const refused = await start().ended
    expect(refused.code).toBe(1)
    expect(refused.seconds).toBeLessThan(Math.max(5, firstSeconds))
    expect(refused.output).toMatch(/^Another Signalbox is already running with the data directory .+\n$/)
    expect(refused.output).toContain(fs.realpathSync(directory))
    expect((await fetch(`${await first.url()}/readyz`)).status).toBe(200)

    await first.end('SIGKILL')
    const third = start()
    expect((await fetch(`${await third.url()}/readyz`)).status).toBe(200)
  },
)

test('a server that is asked to stop finishes and ends well', { timeout: 180_000 }, async () => {
  const server = start()
  const url = await server.url()
  const payload = {
    email: 'a@example.com',
    password: 'secret',
    firstName: 'A',
    lastName: 'B',
    role: 'super_user',
  }
  const post = (to: string) =>
    fetch(`${url}${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
  expect((await post('/api/auth/register')).status).toBe(201)
  const ended = await server.end('SIGTERM')
  expect([ended.code, ended.signal]).toEqual([0, null])
  expect(ended.output).toMatch(/listens on .+\nIts data lies in .+\nOpen .+ and register as Super User/)

  const again = start()
  const signedIn = await fetch(`${await again.url()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  expect([signedIn.status, ((await signedIn.json()) as { role: string }).role]).toEqual([200, 'super_user'])
})

test('an environment with faults is refused at once, with all of them', async () => {
  const { code, output } = await start({
    PORT: 'http',
    TIME_ZONE: 'Nowhere',
    REGISTRATION: 'maybe',
    ADMIN_EMAIL: 'a@example.com',
  }).ended
  expect(code).toBe(1)
  for (const name of ['PORT', 'TIME_ZONE', 'REGISTRATION']) expect(output).toContain(`  ${name} `)
  expect(output).not.toContain('    at ')
  expect(fs.readdirSync(directory)).toEqual([])
})

test('a port that is taken is said in one sentence', { timeout: 180_000 }, async () => {
  const first = start()
  const { port } = new URL(await first.url())
  const other = path.join(directory, 'other')
  const { code, output } = await start({ PORT: port, DATA_DIR: other }).ended
  expect([code, output]).toEqual([
    1,
    'The port is in use by another program. Stop it, or set PORT to another one.\n',
  ])
})

test('the first administrator may come from the environment, once', { timeout: 180_000 }, async () => {
  const env = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'very secret', REGISTRATION: 'closed' }
  for (let turn = 0; turn < 2; turn++) {
    const server = start(env)
    const answer = await fetch(`${await server.url()}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }),
    })
    expect([answer.status, ((await answer.json()) as { role: string }).role]).toEqual([200, 'super_user'])
    expect((await server.end('SIGTERM')).output).toMatch(/and sign in\.\n$/)
  }
})
