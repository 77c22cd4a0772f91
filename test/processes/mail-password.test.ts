import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { settingsFor, smtpLogin, startSmtp, type Smtp } from '#test/services/smtp.ts'

const wrong = 'not the “right” pa55/word'
let home: ServerHome
let env: Record<string, string>
let smtp: Smtp

beforeAll(async () => {
  home = await makeServerHome()
  env = {
    ...home.env,
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: 'very secret',
    LOG_LEVEL: 'trace',
  }
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await home.remove()
})

/** Everything that a password might be written as. */
const formsOf = (password: string) => [
  password,
  JSON.stringify(password).slice(1, -1),
  encodeURIComponent(password),
  ...[password, `\0${smtpLogin.username}\0${password}`].flatMap((text) =>
    (['base64', 'base64url', 'hex', 'utf16le'] as const).map((form) =>
      form === 'utf16le' ? Buffer.from(text, form).toString('latin1') : Buffer.from(text).toString(form),
    ),
  ),
]
const forms = [smtpLogin.password, wrong].flatMap(formsOf)

/** Finds the places in which a password stands. */
const findingsIn = (places: ReadonlyMap<string, Buffer>) =>
  [...places].filter(([, bytes]) =>
    forms.some((form) => bytes.includes(form) || bytes.includes(form, 0, 'latin1')),
  )

async function everyTable(): Promise<Map<string, Buffer>> {
  const database =
    env.DATABASE_URL === undefined
      ? await openPglite(path.join(home.directory, 'database'))
      : openPostgres(env.DATABASE_URL)
  const { rows } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not like 'pg\\_%'`,
  )
  const tables = new Map<string, Buffer>()
  for (const { name } of rows) {
    const { rows: lines } = await database.pool.query<{ line: string }>(
      `select t::text as line from ${name} t`,
    )
    tables.set(name, Buffer.from(lines.map(({ line }) => line).join('\n')))
  }
  await database.close()
  return tables
}

function everyFile(): Map<string, Buffer> {
  const names = fs.readdirSync(home.directory, { recursive: true }) as string[]
  const files = names.filter((name) => fs.statSync(path.join(home.directory, name)).isFile())
  return new Map(files.map((name) => [name, fs.readFileSync(path.join(home.directory, name))]))
}

test('the mail password is in no answer, no page, no line of the log, no table and no file', async () => {
  const server = new ServerProcess(env)
  const url = await server.url()
  const answers = new Map<string, Buffer>()
  let cookie = ''
  const send = async (method: string, to: string, body?: unknown) => {
    const answer = await fetch(`${url}${to}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const headers = JSON.stringify([...answer.headers])
    answers.set(`${answers.size} ${method} ${to}`, Buffer.concat([Buffer.from(headers), bytes]))
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { status: answer.status, text: bytes.toString() }
  }
  const settings = '/api/admin/email-settings'
  const tries = async () => [
    (await send('GET', '/api/admin/email-health')).text,
    (await send('POST', '/api/admin/test-email', { email: 'ada@example.com' })).status,
  ]
  await send('POST', '/api/auth/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  expect((await send('PUT', settings, settingsFor(smtp))).status).toBe(200)
  expect(await tries()).toEqual([expect.stringContaining('"healthy"'), 200])
  expect((await send('PUT', settings, settingsFor(smtp, { port: 0 }))).status).toBe(400)
  expect(
    (await send('PUT', settings, settingsFor(smtp, { emailTemplate: { subject: '{{no' } }))).status,
  ).toBe(400)
  // A server that says again what it was told, one that is not there, and one that has no TLS.
  await send('PUT', settings, settingsFor(smtp, { password: wrong }))
  expect(await tries()).toEqual([expect.stringContaining('refused the SMTP username or password'), 409])
  await send('PUT', settings, settingsFor({ port: 9 }))
  expect(await tries()).toEqual([expect.stringContaining('Nothing answers'), 409])
  await send('PUT', settings, settingsFor(smtp, { useTLS: true }))
  expect(await tries()).toEqual([expect.stringContaining('does not offer TLS'), 409])
  expect((await send('PUT', settings, settingsFor(smtp, { password: '' }))).status).toBe(400)
  const paths = ['/', '/email-settings', '/admin/email-settings', '/email-management', '/audit', '/profile']
  const calls = [
    settings,
    '/api/audit',
    '/api/audit/export',
    '/api/email-preferences/problems',
    '/api/auth/options',
  ]
  const docs = ['/api-docs', '/api-docs/openapi.json', '/healthz', '/readyz']
  const pages = [...paths, ...calls, ...docs]
  for (const page of pages) {
    const { text } = await send('GET', page)
    for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await send('GET', asset)
  }
  expect((await send('GET', '/api/audit')).text).toContain('mail_settings.changed')
  const { output } = await server.end('SIGTERM')
  // It did say something, and not only that it listens.
  expect(output).toContain('"level":')
  const tables = await everyTable()
  expect([...tables.values()].join('')).toMatch(/v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+/)
  expect(answers.size).toBeGreaterThan(pages.length)
  const places = new Map([...answers, ['log', Buffer.from(output)] as const, ...tables, ...everyFile()])
  expect(findingsIn(places).map(([place]) => place)).toEqual([])
  // They would have been found.
  expect(findingsIn(new Map([['here', Buffer.from(`x${wrong}x`)]]))).toHaveLength(1)
})
