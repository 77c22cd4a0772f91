import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inDataDirectory } from '#test/processes/in-data-directory.ts'

const { directory, start } = inDataDirectory()

test(
  'a second server on the same data is refused in one sentence; once the first was killed, one of two can start',
  { timeout: 180_000 },
  async () => {
    const first = start()
    await first.url()
    const refused = await start().ended
    expect(refused.code).toBe(1)
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

test(
  'a private trial that is reached from elsewhere says so, and how to begin',
  { timeout: 180_000 },
  async () => {
    const trial = start({ LOG_LEVEL: 'warn' })
    await fetch(`${await trial.url()}/api/auth/options`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    const { output } = await trial.end('SIGTERM')
    expect(output).toContain('Open to whoever reaches this port')
    expect(output).toMatch(
      /"level":40.*Reached from another machine, as the header X-Forwarded-For shows\..*\/\?setup=[\w-]{16}"/,
    )
    const again = start()
    await again.url()
    const later = (await again.end('SIGTERM')).output
    expect(later).toMatch(/Open .+\/\?setup=[\w-]{16} and register as Super User/)
    expect(later).not.toContain('whoever reaches this port')
  },
)

test('a port in use is reported in one sentence', { timeout: 180_000 }, async () => {
  const first = start()
  const { port } = new URL(await first.url())
  const other = path.join(directory(), 'other')
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

test(
  'an ADMIN_EMAIL that somebody else has registered is refused in one sentence, and that account stays as it is',
  { timeout: 180_000 },
  async () => {
    const stranger = { email: 'boss@example.com', password: 'secret', firstName: 'Some', lastName: 'Body' }
    const post = (url: string, to: string, body: object) =>
      fetch(`${url}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const first = start()
    expect(
      (await post(await first.url(), '/api/auth/register', { ...stranger, role: 'client' })).status,
    ).toBe(201)
    await first.end('SIGTERM')

    const refused = await start({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'very secret' }).ended
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(
      /^ADMIN_EMAIL names boss@example\.com, .+ npm run user -- create-admin .+\n$/,
    )
    const again = start()
    const signedIn = await post(await again.url(), '/api/auth/login', stranger)
    expect([signedIn.status, ((await signedIn.json()) as { role: string }).role]).toEqual([200, 'client'])
  },
)
