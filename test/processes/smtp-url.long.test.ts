import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmailSettings } from '#features/mail-settings/contract.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { smtpLogin, startSmtp, type Smtp } from '#test/services/smtp.ts'

let home: ServerHome
let env: Record<string, string>
let smtp: Smtp

beforeAll(async () => {
  home = await makeServerHome()
  env = { ...home.env, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'very secret' }
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await home.remove()
})

const login = `${encodeURIComponent(smtpLogin.username)}:${encodeURIComponent(smtpLogin.password)}`

/** Starts the server with this address of a mail server, lets its administrator do something, and ends it. */
async function during<T>(
  address: string,
  job: (call: (method: string, to: string, body?: unknown) => Promise<Response>) => Promise<T>,
): Promise<T> {
  const server = new ServerProcess({ ...env, SMTP_URL: address })
  const url = await server.url()
  let cookie = ''
  const call = (method: string, to: string, body?: unknown) =>
    fetch(`${url}${to}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  const { headers } = await call('POST', '/api/auth/login', { email, password })
  cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  try {
    return await job(call)
  } finally {
    await server.end('SIGTERM')
  }
}

const at = '/api/admin/email-settings'

test(
  'the first start stores the mail server of SMTP_URL; settings that an administrator saves later stay',
  { timeout: 180_000 },
  async () => {
    const address = `smtp://${login}@127.0.0.1:${smtp.port}?from=desk%40example.com&replyTo=help%40example.com&company=Acme%20%26%20Co&tls=off`
    const changed = await during(address, async (call) => {
      const test = await call('POST', '/api/admin/test-email', { email: 'ada@example.com' })
      expect([test.status, smtp.received[0]?.mail.from?.name]).toEqual([200, 'Acme & Co'])
      expect(await (await call('GET', at)).json()).toMatchObject({
        smtpHost: '127.0.0.1',
        smtpPort: smtp.port,
        smtpUsername: smtpLogin.username,
        fromEmail: 'desk@example.com',
        replyToEmail: 'help@example.com',
        companyName: 'Acme & Co',
        useSSL: false,
        useTLS: false,
        isConfigured: true,
      })
      const answer = await call('PUT', at, {
        host: '127.0.0.1',
        port: smtp.port,
        username: smtpLogin.username,
        fromEmail: 'new@example.com',
        replyToEmail: 'new@example.com',
        companyName: 'By an administrator',
        useSSL: false,
        useTLS: false,
      })
      return (await answer.json()) as EmailSettings
    })
    expect(changed.companyName).toBe('By an administrator')
    await during('smtps://other:secret@mail.example.com?from=other@example.com', async (call) => {
      expect(await (await call('GET', at)).json()).toEqual(changed)
      expect((await call('POST', '/api/admin/test-email', { email: 'ada@example.com' })).status).toBe(200)
    })
  },
)

test('a server whose SMTP_URL is no address does not start, and says why', { timeout: 180_000 }, async () => {
  const SMTP_URL = 'smtp://desk:100%hidden@mail.example.com?from=a@example.com'
  const { code, output } = await new ServerProcess({ ...env, SMTP_URL }).ended
  expect([code, output]).toEqual([1, expect.stringContaining('  SMTP_URL ')])
  expect(output).toContain('percent-encoded: % is written %25')
  expect(output).not.toContain('hidden')
  expect(output).not.toContain('    at ')
})
