import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inDataDirectory } from './in-data-directory.ts'

const { directory, start } = inDataDirectory()

test(
  'a second server on the same data is refused in one sentence; once the first was killed, one of two can start',
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
    expect(refused.output).toContain(fs.realpathSync(directory()))
    expect((await fetch(`${await first.url()}/readyz`)).status).toBe(200)

    await first.end('SIGKILL')
    const rivals = [start(), start()]
    const loser = await Promise.race(rivals.map(async (one) => ({ one, ...(await one.ended) })))
    expect([loser.code, loser.output]).toEqual([1, refused.output])
    const owner = rivals.find((one) => one !== loser.one)!
    expect((await fetch(`${await owner.url()}/readyz`)).status).toBe(200)
  },
)

test(
  'a server that is asked to stop finishes its work and ends with code 0',
  { timeout: 180_000 },
  async () => {
    const server = start({}, { isFirst: true })
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
  },
)

test('a faulty environment is refused at once, with all faults', async () => {
  const env = {
    PORT: 'http',
    TIME_ZONE: 'Nowhere',
    REGISTRATION: 'maybe',
    ADMIN_EMAIL: 'a@example.com',
  }
  const { code, output } = await start(env, { isFirst: true }).ended
  expect(code).toBe(1)
  for (const name of ['PORT', 'TIME_ZONE', 'REGISTRATION']) expect(output).toContain(`  ${name} `)
  expect(output).not.toContain('    at ')
  expect(fs.readdirSync(directory())).toEqual([])
})

test('a Node that is too old is refused at once, in one sentence', async () => {
  const env = {
    // What process.versions says is all that is not real.
    NODE_OPTIONS:
      "--import \"data:text/javascript,Object.defineProperty(process.versions,'node',{value:'24.8.0'})\"",
  }
  const { output, code } = await start(env, { isFirst: true }).ended
  expect([code, output]).toEqual([
    1,
    'Signalbox needs Node 24.9 or newer; this is Node 24.8.0. "npm start" brings its own.\n',
  ])
  expect(fs.readdirSync(directory())).toEqual([])
})
