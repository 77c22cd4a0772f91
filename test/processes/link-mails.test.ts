import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { receivedBy, settingsFor, type Smtp, startSmtp } from '#test/services/smtp.ts'

let home: ServerHome
let env: Record<string, string>
let server: ServerProcess
let url = ''
let cookie = ''
let smtp: Smtp | undefined

beforeAll(async () => {
  home = await makeServerHome()
  env = { ...home.env, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'very secret' }
  await start()
  const { headers } = await post('/api/auth/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  cookie = headers.getSetCookie()[0]!.split(';')[0]!
})
afterEach(async () => {
  await smtp?.close()
  smtp = undefined
})
afterAll(async () => {
  await server.end('SIGKILL')
  await home.remove()
})

async function start(): Promise<void> {
  server = new ServerProcess(env)
  url = await server.url()
}

const send = (method: string, to: string, body: unknown, headers = {}) =>
  fetch(`${url}${to}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const post = (to: string, body: unknown) => send('POST', to, body)
const byRoot = (method: string, to: string, body: unknown) => send(method, to, body, { cookie })

/** A mail server that is away. */
const nobody = settingsFor({ port: 9 })

/** As long as the server is down: lets minutes pass for what waits and the mail server come back. @returns all that is stored */
async function whileDown(smtpPort: number): Promise<string> {
  const pool =
    env.DATABASE_URL === undefined
      ? await openPglite(path.join(home.directory, 'database'))
      : openPostgres(env.DATABASE_URL)
  const contents: unknown[] = []
  for (const table of ['deliveries', 'password_resets', 'events', 'users'])
    contents.push((await pool.pool.query(`select * from ${table}`)).rows)
  await pool.pool.query(`update deliveries set due_at = due_at - interval '2 minutes' where kind = 'link'`)
  await pool.pool.query('update smtp_settings set port = $1', [smtpPort])
  await pool.close()
  return JSON.stringify(contents)
}

/** Kills the server, and starts it again. @returns the token that is mailed then, of which nothing was stored */
async function tokenMailedAfterDeath(email: string): Promise<string> {
  await server.end('SIGKILL')
  smtp = await startSmtp()
  const stored = await whileDown(smtp.port)
  await start()
  const here = smtp
  await vi.waitFor(() => expect(receivedBy(here, email)).toHaveLength(1), { timeout: 60_000 })
  const token = /\/reset\?token=([\w-]{43})\n/.exec(receivedBy(here, email)[0]?.mail.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  expect(stored).toContain(email)
  expect(stored).not.toContain(token)
  expect(here.received).toHaveLength(1)
  return token
}

const account = { firstName: 'Ida', lastName: 'Lund', role: 'internal', companyName: 'Acme' }

const comesIn = async (token: string, password: string) => {
  expect((await post('/api/auth/reset', { token, password })).status).toBe(200)
  expect((await post('/api/auth/login', { email: 'ida@example.com', password })).status).toBe(200)
  expect((await post('/api/auth/reset', { token, password })).status).toBe(400)
}

test('an invited user gets their link although the mail server was away and the server was killed', async () => {
  expect((await byRoot('PUT', '/api/admin/email-settings', nobody)).status).toBe(200)
  const answer = await byRoot('POST', '/api/users', { ...account, email: 'ida@example.com', invite: true })
  const { invitationFailure } = (await answer.json()) as { invitationFailure: string }
  expect([answer.status, invitationFailure]).toEqual([
    201,
    'Nothing answers at 127.0.0.1:9. Check the SMTP host and port. It will be tried again.',
  ])
  await comesIn(await tokenMailedAfterDeath('ida@example.com'), 'my own secret')
})

test('a person who has forgotten their password gets their link although the server was killed as soon as it had answered', async () => {
  expect((await byRoot('PUT', '/api/admin/email-settings', nobody)).status).toBe(200)
  for (const email of ['nobody@example.com', 'ida@example.com'])
    expect((await post('/api/auth/forgot', { email })).status).toBe(200)
  await comesIn(await tokenMailedAfterDeath('ida@example.com'), 'another secret')
})
