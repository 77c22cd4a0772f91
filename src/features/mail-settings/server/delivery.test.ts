import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { certificate } from '#test/services/certificate.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { settingsFor, startSilence, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { timeWork } from '#test/working-time.ts'
import type { EmailHealth } from '../contract.ts'
import { createMail } from './service.ts'

let desk: TestApp
let admin: Caller
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert])
  desk = await startApp({ settings: { PUBLIC_URL: 'https://desk.example.com' } })
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
})

async function opens<S extends { close(): unknown }>(opening: Promise<S>): Promise<S> {
  const server = await opening
  opened.push(server)
  return server
}
const smtpWith = (options?: Parameters<typeof startSmtp>[0]) => opens(startSmtp(options))
const isUsed = async (server: { port: number }, some: Record<string, unknown> = {}, by = admin) =>
  expect((await by.put('/api/admin/email-settings', settingsFor(server, some))).status).toBe(200)
const sendTest = (by = admin) => by.post('/api/admin/test-email', { email: 'ada@example.com' })
const health = async (by = admin) => (await by.get<EmailHealth>('/api/admin/email-health')).body
const mailOf = ({ database: { db } }: TestApp) =>
  createMail({ db, secret: 'the secret of a test', inboundAddresses: async () => [] })
const mailbox = { name: 'Zoë "Zed", Berg', address: 'zoe@example.com' }

describe('a mail arrives', () => {
  test.each([
    ['without TLS', 'none', { useSSL: false, useTLS: false }, false],
    ['after STARTTLS', 'starttls', { useSSL: false, useTLS: true }, true],
    ['over SSL', 'ssl', { useSSL: true, useTLS: false }, true],
    ['over SSL when both are on', 'ssl', { useSSL: true, useTLS: true }, true],
  ] as const)('a mail arrives %s, with a name and a password', async (_how, kind, switches, isSecure) => {
    const smtp = await smtpWith({ tls: kind })
    await isUsed(smtp, switches)
    const { status, body } = await sendTest()
    expect([status, body['message']]).toEqual([200, 'Check your inbox for the test email.'])
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]).toMatchObject({
      from: 'desk@signalbox.example',
      to: ['ada@example.com'],
      isSecure,
    })
  })

  test('a mail is sent in the clear with TLS off, even where STARTTLS is offered', async () => {
    const smtp = await smtpWith({ tls: 'starttls' })
    await isUsed(smtp)
    await sendTest()
    expect(smtp.received[0]?.isSecure).toBe(false)
  })

  test('the test mail about a ticket is the template, byte for byte', async () => {
    const smtp = await smtpWith()
    const emailTemplate = {
      subject: '{{ticketNumber}}: Grüße',
      htmlTemplate: '<p>{{message}}</p>\n<a href="{{ticketUrl}}">{{companyName}}</a>\n<b>é 漢字</b>',
      textTemplate: '.\n..{{message}}\nFrom {{clientName}} é 漢字',
    }
    await isUsed(smtp, { emailTemplate })
    await sendTest()
    const { raw, mail } = smtp.received[0]!
    expect(mail).toMatchObject({
      subject: 'TKT-000123: Grüße',
      from: { name: 'Signalbox, the “Desk”', address: 'desk@signalbox.example' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ address: 'help@signalbox.example' }],
    })
    const message = 'A technician is on the way.\nPlease keep the printer switched on until then.'
    expect(mail.text).toBe(`.\n..${message}\nFrom Acme Corporation é 漢字\n`)
    expect(mail.html).toBe(
      `<p><span dir="auto">${message.replace('\n', '<br>')}</span></p>\n<a href="https://desk.example.com/my-tickets?ticket=TKT-000123">Signalbox, the “Desk”</a>\n<b>é 漢字</b>\n`,
    )
    expect(mail.attachments).toEqual([])
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Message-ID: <[\w-]{36}@signalbox\.example>\r$/m)
    // Every line ends as the protocol wants it, and none is longer than it allows.
    for (const line of raw.split('\r\n')) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line.length).toBeLessThanOrEqual(998)
    }
  })

  test('a person cannot add a header, a recipient or a file to a mail by what they write', async () => {
    const smtp = await smtpWith()
    await isUsed(smtp)
    const mail = mailOf(desk)
    await mail.sendTemplated({
      to: { ...mailbox, name: 'Eve\r\nBcc: all@example.com, x' },
      messageId: 'one',
      variables: {
        subject: 'Hi\r\nBcc: all@example.com',
        message: '<img src="file:///etc/passwd">{{companyName}}\r\n.\r\nMAIL FROM:<eve@example.com>',
        ticketUrl: 'https://desk.example.com',
      },
      headers: { 'List-Unsubscribe': '<https://desk.example.com/u>' },
    })
    expect(smtp.received).toHaveLength(1)
    const [{ to, raw, mail: got }] = smtp.received as [Smtp['received'][number]]
    expect(to).toEqual(['zoe@example.com'])
    expect(got.bcc ?? []).toEqual([])
    expect(raw).not.toMatch(/^Bcc:/m)
    expect(raw).toMatch(/^Message-ID: <one@signalbox\.example>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/desk\.example\.com\/u>\r$/m)
    expect(got.html).toContain('&lt;img src=&#34;file:///etc/passwd&#34;&gt;{{companyName}}')
    expect(got.text).toContain('MAIL FROM:<eve@example.com>')
  })

  test('a plain letter has the subject and the text that it was given', async () => {
    const smtp = await smtpWith()
    await isUsed(smtp)
    const mail = mailOf(desk)
    await mail.sendPlain({ to: mailbox, subject: 'Hello', text: 'You there', messageId: 'two' })
    expect(smtp.received[0]?.mail).toMatchObject({ subject: 'Hello', text: 'You there\n', to: [mailbox] })
    expect(smtp.received[0]?.mail.html).toBeUndefined()
  })
})

describe('reasons why a mail does not arrive', () => {
  /** Reads the reason in the test mail and in the health card, in time and without the password. */
  const reasonOf = async (server: { port: number }, some: Record<string, unknown> = {}, by = admin) => {
    await isUsed(server, some, by)
    const begun = Date.now()
    const [[tested, seen], tookMs] = await timeWork(() => Promise.all([sendTest(by), health(by)]))
    expect(tookMs).toBeLessThan(12_000)
    expect([tested.status, tested.body['message']]).toEqual([409, seen.message])
    expect(seen).toMatchObject({ status: 'error', responseTime: null })
    expect(new Date(seen.lastChecked ?? 0).getTime()).toBeGreaterThanOrEqual(begun)
    expect(JSON.stringify([tested.body, seen])).not.toMatch(/pa55|Bad password/)
    return seen.message
  }

  test('a mail to a host that does not exist says so', async () => {
    expect(await reasonOf({ port: 25 }, { host: 'mail.nowhere.invalid' })).toBe(
      'The mail server mail.nowhere.invalid was not found. Check the SMTP host.',
    )
  })

  test('a mail to a host where nobody listens says so', async () => {
    const gone = await startSmtp()
    await gone.close()
    expect(await reasonOf(gone)).toBe(
      `Nothing answers at 127.0.0.1:${gone.port}. Check the SMTP host and port.`,
    )
  })

  test('a mail with a wrong password says what the server answered', async () => {
    const smtp = await smtpWith()
    expect(await reasonOf(smtp, { password: 'wrong pa55' })).toBe(
      '127.0.0.1 refused the SMTP username or password.',
    )
    expect(smtp.logins).toBe(0)
  })

  test('a mail that wants STARTTLS where none is offered sends nothing in the clear', async () => {
    const smtp = await smtpWith()
    expect(await reasonOf(smtp, { useTLS: true })).toBe(
      `127.0.0.1:${smtp.port} does not offer TLS. Use another port, or turn off Use TLS/STARTTLS.`,
    )
    expect(smtp.logins).toBe(0)
  })

  test('a mail that wants SSL where there is none says so', async () => {
    const smtp = await smtpWith()
    expect(await reasonOf(smtp, { useSSL: true })).toBe(
      `127.0.0.1:${smtp.port} does not speak SSL. Turn off Use SSL, or use its SSL port.`,
    )
  })

  test.each([
    ['ssl', { useSSL: true }],
    ['starttls', { useTLS: true }],
  ] as const)('a mail to a server whose certificate nobody trusts says so, by %s', async (kind, some) => {
    const smtp = await smtpWith({ tls: kind, trusted: false })
    expect(await reasonOf(smtp, some)).toBe(
      'The certificate of 127.0.0.1 is not trusted: it is self-signed, has expired or is for another name.',
    )
    expect(smtp.logins).toBe(0)
  })

  test('a mail server that is silent at once or after its greeting is given up after ten seconds', async () => {
    // Two desks, so that the ten seconds pass once.
    const other = await startApp()
    const [atOnce, later] = [await opens(startSilence()), await opens(startSilence('220 hello\r\n'))]
    const by = await other.signedIn('super_user')
    expect(await Promise.all([reasonOf(atOnce), reasonOf(later, {}, by)])).toEqual(
      [atOnce, later].map(
        ({ port }) => `127.0.0.1:${port} did not answer in time. Check the SMTP port and Use SSL.`,
      ),
    )
    await other.close()
  })

  test.each([
    ['recipient', '127.0.0.1 refused the address of the recipient.', 'recipient', true],
    ['sender', '127.0.0.1 refused the sender. Check the From Email.', 'rejected', false],
    ['mail', '127.0.0.1 refused the email.', 'rejected', true],
    ['mail for now', '127.0.0.1 refused the email.', 'rejected', false],
  ] as const)(
    'a mail server that takes our password and refuses the %s is named as the reason',
    async (refuses, why, kind, isForGood) => {
      const smtp = await smtpWith({ refuses })
      await isUsed(smtp)
      const { status, body } = await sendTest()
      expect([status, body['message']]).toEqual([409, why])
      expect((await health()).status).toBe('healthy')
      const mail = mailOf(desk)
      await expect(
        mail.sendPlain({ to: mailbox, subject: 'Hello', text: 'You', messageId: 'three' }),
      ).rejects.toMatchObject({ kind, isForGood, message: why })
    },
  )

  test('a mail whose server goes away before its answer may have arrived, and is not said to have', async () => {
    const smtp = await smtpWith({ drops: true })
    await isUsed(smtp)
    const { status, body } = await sendTest()
    expect([status, body['message']]).toEqual([
      409,
      '127.0.0.1 ended the connection before the email was accepted.',
    ])
    expect(smtp.received).toHaveLength(1)
  })
})

describe('health of the mail server', () => {
  test('the health is unknown and never checked without settings, and no mail can be sent', async () => {
    await desk.database.pool.query('delete from smtp_settings')
    expect(await health()).toEqual({
      status: 'unknown',
      message: 'No mail server is set up yet.',
      responseTime: null,
      lastChecked: null,
    })
    const { status, body } = await sendTest()
    expect([status, body['message']]).toEqual([409, 'No mail server is set up yet.'])
  })

  test('the health is asked once for many who look, without sending anything, and asked again a while later', async () => {
    const smtp = await smtpWith()
    await isUsed(smtp)
    const seen = await Promise.all(Array.from({ length: 8 }, () => health()))
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ status: 'healthy', message: 'The mail server accepts our emails.' })
    expect(seen[0]?.responseTime).toBeGreaterThan(0)
    await health()
    expect([smtp.logins, smtp.received.length]).toEqual([1, 0])
    const later = performance.now() + 5100
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    await health()
    clock.mockRestore()
    expect(smtp.logins).toBe(2)
  })

  test('the health is checked at once for new settings', async () => {
    const smtp = await smtpWith()
    await isUsed(smtp, { password: 'wrong' })
    expect((await health()).status).toBe('error')
    await isUsed(smtp)
    expect((await health()).status).toBe('healthy')
  })
})

test('the number of mail servers that somebody tries is limited, and of test mails is not counted with them', async () => {
  const other = await startApp()
  const [ada, bob] = [await other.signedIn('super_user'), await other.signedIn('super_user')]
  const save = async (who: Caller, port: number) =>
    who.put('/api/admin/email-settings', settingsFor({ port }))
  for (let port = 1; port <= 60; port++) expect((await save(ada, port)).status).toBe(200)
  const { status, body } = await save(ada, 61)
  expect([status, body['message']]).toEqual([
    429,
    'Too many mail servers were tried. Please wait an hour and try again.',
  ])
  expect((await save(bob, 61)).status).toBe(200)
  expect((await ada.put('/api/admin/email-settings', { emailTemplate: null })).status).not.toBe(429)
  await other.close()
})

test('the number of test mails is limited for each person', async () => {
  const other = await startApp({ settings: { MAILS_PER_MINUTE: 5 } })
  const [ada, bob] = [await other.signedIn('super_user'), await other.signedIn('super_user')]
  const send = async (who: Caller) =>
    (await who.post('/api/admin/test-email', { email: 'ada@example.com' })).status
  for (let times = 0; times < 5; times++) expect(await send(ada)).toBe(409)
  const refused = await ada.post('/api/admin/test-email', { email: 'ada@example.com' })
  expect([refused.status, refused.body['message']]).toEqual([
    429,
    'Too many test emails. Please wait a minute and try again.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await send(bob)).toBe(409)
  await other.close()
})
