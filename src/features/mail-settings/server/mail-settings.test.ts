import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { untilMailed } from '#test/mails.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { settingsFor, smtpLogin, startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { EmailPreview, EmailSettings } from '../contract.ts'
import { processorMs } from '#test/processor-time.ts'

const at = '/api/admin/email-settings'
let desk: TestApp
let admin: Caller
let smtp: Smtp

beforeAll(async () => {
  desk = await startApp({ settings: { PUBLIC_URL: 'https://desk.example.com' } })
  admin = await desk.signedIn('super_user')
  smtp = await startSmtp()
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})
afterEach(async () => {
  await desk.database.pool.query('delete from smtp_settings; delete from mail_templates')
  smtp.received.length = 0
})

const template = { subject: '{{subject}}', htmlTemplate: '<p>{{message}}</p>', textTemplate: '{{message}}' }
const settings = async () => (await admin.get<EmailSettings>(at)).body

describe('settings of the mail server', () => {
  test('the settings have the stated defaults before anything is stored', async () => {
    const { emailTemplate, ...others } = await settings()
    expect(others).toEqual({
      smtpHost: '',
      smtpPort: 587,
      smtpUsername: '',
      fromEmail: '',
      replyToEmail: '',
      companyName: 'IMS',
      useSSL: false,
      useTLS: true,
      isConfigured: false,
    })
    for (const part of Object.values(emailTemplate)) expect(part).toContain('{{')
  })

  test('a setting stored under one of its names is read under the other, and the password is never told', async () => {
    const { status, body } = await admin.put<EmailSettings>(at, settingsFor(smtp))
    expect(status).toBe(200)
    expect(body).toEqual(await settings())
    expect(body).toMatchObject({
      smtpHost: '127.0.0.1',
      smtpPort: smtp.port,
      smtpUsername: 'desk',
      fromEmail: 'desk@signalbox.example',
      replyToEmail: 'help@signalbox.example',
      companyName: 'Signalbox, the “Desk”',
      useSSL: false,
      useTLS: false,
      isConfigured: true,
    })
    expect(JSON.stringify(body)).not.toMatch(/password|pa55/i)
  })

  test.each([
    ['host', '', 'SMTP host is required'],
    ['host', undefined, 'SMTP host is required'],
    ['host', 'smtp example com', 'SMTP host must be a name or an address such as smtp.example.com'],
    ['port', 0, 'Port must be between 1 and 65535'],
    ['port', 65_536, 'Port must be between 1 and 65535'],
    ['port', 587.5, 'Port must be between 1 and 65535'],
    ['port', '587', 'Port must be between 1 and 65535'],
    ['username', ' ', 'SMTP username is required'],
    ['username', undefined, 'SMTP username is required'],
    ['fromEmail', 'desk', 'From email must be a valid email address'],
    ['fromEmail', undefined, 'From email must be a valid email address'],
    ['replyToEmail', 'help@', 'Reply-to email must be a valid email address'],
    ['companyName', '', 'Company name is required'],
    ['password', undefined, 'SMTP password is required'],
    ['password', '  ', 'SMTP password is required'],
    ['useSSL', 'yes', 'useSSL must be true or false'],
  ])('settings whose %s is %j are refused with their sentence', async (field, value, message) => {
    const { status, body } = await admin.put(at, { ...settingsFor(smtp), [field]: value })
    expect([status, body['message'], body['issues']]).toEqual([400, message, [{ path: field, message }]])
    expect((await settings()).isConfigured).toBe(false)
  })

  test('settings without the two switches have TLS on and SSL off', async () => {
    const { useSSL: _s, useTLS: _t, ...others } = settingsFor(smtp)
    expect((await admin.put<EmailSettings>(at, others)).body).toMatchObject({ useSSL: false, useTLS: true })
  })

  test('a blank password keeps the stored one, and mails still go out', async () => {
    await admin.put(at, settingsFor(smtp))
    for (const password of ['', '  ', undefined]) {
      const companyName = `Company ${String(password)}`
      expect((await admin.put(at, settingsFor(smtp, { password, companyName }))).status).toBe(200)
      expect((await admin.post('/api/admin/test-email', { email: 'ada@example.com' })).status).toBe(200)
    }
    expect(smtp.received).toHaveLength(3)
    await admin.put(at, settingsFor(smtp, { password: 'another' }))
    expect((await admin.post('/api/admin/test-email', { email: 'ada@example.com' })).status).toBe(409)
  })

  test.each([
    ['host', { host: 'localhost' }],
    ['port', { port: 9 }],
    ['TLS', { useTLS: true }],
    ['SSL', { useSSL: true }],
  ])(
    'another %s asks for the password again, and the stored one is sent nowhere',
    async (_what, elsewhere) => {
      await admin.put(at, settingsFor(smtp))
      for (const password of ['', ' ', undefined]) {
        const { status, body } = await admin.put(at, settingsFor(smtp, { ...elsewhere, password }))
        const message = 'Enter the SMTP password again: the stored one is not sent to a different server'
        expect([status, body['issues']]).toEqual([400, [{ path: 'password', message }]])
      }
      expect(await settings()).toMatchObject({ smtpHost: '127.0.0.1', smtpPort: smtp.port, useTLS: false })
      expect((await admin.put(at, settingsFor(smtp, elsewhere))).status).toBe(200)
    },
  )

  test('the other super users are told of new settings by mail, through the former server or else the new one', async () => {
    const other = await startSmtp()
    // The former settings tell nobody new.
    await untilMailed(desk)
    const { email } = await desk.person('super_user')
    await desk.person('helpdesk')
    await admin.put(at, settingsFor(smtp))
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 15_000 })
    await admin.put(at, settingsFor(other))
    await vi.waitFor(() => expect(smtp.received).toHaveLength(2), { timeout: 15_000 })
    expect(smtp.received.map(({ to }) => to)).toEqual([[email], [email]])
    expect(smtp.received[1]?.mail.text).toContain(`port: ${smtp.port} → ${other.port}`)
    expect(smtp.received[1]?.mail.text).not.toContain(smtpLogin.password)

    await other.close()
    await admin.put(at, settingsFor(smtp))
    await vi.waitFor(() => expect(smtp.received).toHaveLength(3), { timeout: 15_000 })
    await desk.database.pool.query('update users set is_active = false where email = $1', [email])
  })

  test('two who save the first settings at the same time leave one mail server behind', async () => {
    const saved = await Promise.all([1, 2, 3].map(() => admin.put(at, settingsFor(smtp))))
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await desk.database.pool.query('select id from smtp_settings')
    expect(rows).toHaveLength(1)
  })

  test('the log says who has changed which setting, and never the password', async () => {
    await admin.put(at, settingsFor(smtp))
    await admin.put(at, settingsFor(smtp, { replyToEmail: 'new@example.com', password: '' }))
    await admin.put(at, settingsFor(smtp, { replyToEmail: 'new@example.com', password: '' }))
    await admin.put(at, { emailTemplate: { ...(await settings()).emailTemplate, subject: 'New' } })
    const { rows } = await desk.database.pool.query(
      `select data, actor_id, ip from events where type = 'mail_settings.changed' order by position desc limit 3`,
    )
    expect(rows.map(({ actor_id, ip }) => [actor_id, ip])).toEqual(rows.map(() => [admin.id, '127.0.0.1']))
    expect(rows[0].data).toEqual({ changes: { subject: true } })
    expect(rows[1].data).toEqual({
      changes: { replyToEmail: { from: 'help@signalbox.example', to: 'new@example.com' } },
    })
    expect(rows[2].data.changes).toMatchObject({ password: true, port: { from: null, to: smtp.port } })
  })

  test('the password is in no table, however it might be encoded there', async () => {
    await admin.put(at, settingsFor(smtp))
    const { rows: tables } = await desk.database.pool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    )
    const written = [smtpLogin.password, ...(['base64', 'base64url', 'hex'] as const)].map((form, index) =>
      index === 0 ? form : Buffer.from(smtpLogin.password).toString(form as 'hex'),
    )
    for (const { name } of tables) {
      const { rows } = await desk.database.pool.query(`select * from ${name}`)
      for (const form of written)
        expect([name, JSON.stringify(rows).includes(form.replaceAll('"', '\\"'))]).toEqual([name, false])
    }
    const { rows } = await desk.database.pool.query('select password from smtp_settings')
    expect(rows[0].password).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/)
  })

  test('a password saved under another secret is asked for again', async () => {
    await admin.put(at, settingsFor(smtp))
    await desk.database.pool.query(`update smtp_settings set password = 'v1.another0.iv.sealed'`)
    const { status, body } = await admin.post('/api/admin/test-email', { email: 'ada@example.com' })
    expect([status, body['message']]).toEqual([
      409,
      'The stored SMTP password cannot be read: it was saved under another APP_SECRET. Enter it again.',
    ])
    await admin.put(at, settingsFor(smtp))
    expect((await admin.post('/api/admin/test-email', { email: 'ada@example.com' })).status).toBe(200)
  })
})

describe('the mail template', () => {
  test('a template of an earlier version that would be refused today is shown, and can be replaced', async () => {
    await desk.database.pool.query(
      "insert into mail_templates (name, subject, html_template, text_template) values ('notification', ' ', '', repeat('a', 200000))",
    )
    expect((await settings()).emailTemplate).toMatchObject({ subject: ' ', htmlTemplate: '' })
    expect((await admin.put(at, { emailTemplate: template })).status).toBe(200)
    expect((await settings()).emailTemplate).toEqual(template)
  })

  test('a template is saved with or without the server, and used from then on', async () => {
    const first = await admin.put<EmailSettings>(at, { emailTemplate: template })
    expect([first.status, first.body.emailTemplate]).toEqual([200, template])
    expect(first.body.isConfigured).toBe(false)
    const other = { ...template, subject: 'Other: {{ticketNumber}}' }
    const second = await admin.put<EmailSettings>(at, { ...settingsFor(smtp), emailTemplate: other })
    expect([second.body.isConfigured, second.body.emailTemplate]).toEqual([true, other])
    await admin.post('/api/admin/test-email', { email: 'ada@example.com' })
    expect(smtp.received[0]?.mail.subject).toBe('Other: TKT-000123')
  })

  test('a template that is saved as it is is not stored, and goes on in the language of whoever looks', async () => {
    const german = { 'accept-language': 'de' }
    const [english, translated] = [await settings(), await admin.get<EmailSettings>(at, german)]
    const { emailTemplate } = translated.body
    expect(emailTemplate).not.toEqual(english.emailTemplate)
    expect((await admin.put(at, { emailTemplate }, german)).status).toBe(200)
    expect(await settings()).toEqual(english)
  })

  test('a part of a template is saved without the others', async () => {
    await admin.put(at, { emailTemplate: template })
    expect((await admin.put(at, { emailTemplate: { subject: 'Another' } })).status).toBe(200)
    expect((await settings()).emailTemplate).toEqual({ ...template, subject: 'Another' })
  })

  test('a request that changes no setting is refused', async () => {
    for (const nothing of [{}, { emailTemplate: {} }]) {
      const { status, body } = await admin.put(at, nothing)
      expect([status, body['message']]).toEqual([400, expect.stringContaining('Nothing to change')])
    }
  })

  test.each([
    ['subject', '{{nobody}}', 'Subject, line 1, column 3: undefined variable: nobody'],
    [
      'htmlTemplate',
      'a\nb\n  {% if message %}',
      'HTML template, line 3, column 3: tag {% if message %} not closed',
    ],
    ['htmlTemplate', '{{message | raw}}', 'HTML template, line 1, column 1: undefined filter: raw'],
    ['textTemplate', '{{message | nofilter}}', 'Text template, line 1, column 1: undefined filter: nofilter'],
    [
      'textTemplate',
      '{% include "/etc/passwd" %}',
      'Text template, line 1, column 1: tag "include" not found',
    ],
    [
      'textTemplate',
      '{% render "package.json" %}',
      'Text template, line 1, column 1: tag "render" not found',
    ],
    [
      'textTemplate',
      '{{message.constructor}}',
      'Text template, line 1, column 3: undefined variable: message.constructor',
    ],
    [
      'textTemplate',
      '{% for i in (1..100000000) %}x{% endfor %}',
      'Text template, line 1, column 1: memory alloc limit exceeded',
    ],
    ['htmlTemplate', '', 'HTML template is required'],
  ])('a %s that does not work is refused with its place: %s', async (field, text, message) => {
    const emailTemplate = { ...template, [field]: text }
    for (const [method, url] of [
      ['PUT', at],
      ['POST', '/api/admin/email-preview'],
      ['POST', '/api/admin/email-preview/page'],
    ] as const) {
      const { status, body } = await admin.send(method, url, { emailTemplate })
      expect([status, body['message'], body['issues']]).toEqual([
        400,
        message,
        [{ path: `emailTemplate.${field}`, message }],
      ])
    }
    expect((await settings()).emailTemplate[field as 'subject']).not.toBe(text)
  })

  test('a template that never ends is stopped in time', async () => {
    const textTemplate = '{% for i in (1..3000) %}{% for j in (1..3000) %}{{message}}{% endfor %}{% endfor %}'
    const begun = processorMs()
    const { body } = await admin.post('/api/admin/email-preview', {
      emailTemplate: { ...template, textTemplate },
    })
    expect(body['message']).toMatch(/Text template, line 1, column \d+: .*limit exceeded/)
    expect(processorMs() - begun).toBeLessThan(2000)
  })

  test('the preview has a value for every variable, escaped in HTML and as it is in text', async () => {
    const all = 'ticketNumber subject status clientName message ticketUrl companyName'.split(' ')
    const text = all.map((name) => `${name}={{${name}}}`).join('|')
    await admin.put(at, settingsFor(smtp, { companyName: '<b>Desk & Co</b>' }))
    const { body } = await admin.post<EmailPreview>('/api/admin/email-preview', {
      emailTemplate: {
        subject: '{{companyName}}\n {{ticketNumber}}',
        htmlTemplate: `<i>${text}</i>{{"<u>" | escape}}`,
        textTemplate: text,
      },
    })
    expect(body.subject).toBe('<b>Desk & Co</b> TKT-000123')
    for (const name of all) expect(body.text).toMatch(new RegExp(`${name}=[^|{]+`))
    expect(body.text).toContain('companyName=<b>Desk & Co</b>')
    expect(body.html).toMatch(/^<i>.*companyName=&lt;b&gt;Desk &amp; Co&lt;\/b&gt;<\/i>&lt;u&gt;$/s)
    expect(body.html).toContain('https://desk.example.com/my-tickets?ticket=TKT-000123')
  })

  test('a template takes the message as text where it does something with it, and breaks its lines', async () => {
    const { body } = await admin.post<EmailPreview>('/api/admin/email-preview', {
      emailTemplate: {
        ...template,
        htmlTemplate:
          '{% if message contains "way" %}{{message | upcase}}|{{message.size}}|{{message | newline_to_br}}{% endif %}',
      },
    })
    const said = 'A technician is on the way.<br>Please keep the printer switched on until then.'
    expect(body.html).toBe(`${said.toUpperCase().replace('<BR>', '<br>')}|75|<span dir="auto">${said}</span>`)
  })

  test('a value is the text of an attribute where it stands in one, quoted or not', async () => {
    const html = async (htmlTemplate: string) => {
      const { body } = await admin.post<EmailPreview>('/api/admin/email-preview', {
        emailTemplate: { ...template, htmlTemplate },
      })
      return body.html
    }
    const said = 'A technician is on the way. Please keep the printer switched on until then.'
    const asHtml = `<span dir="auto">${said.replace('. ', '.<br>')}</span>`
    expect(await html('<p title="{{message}}">{{message}}</p>')).toBe(`<p title="${said}">${asHtml}</p>`)
    expect(await html("<a title='{{message}}' href={{ticketUrl}}>it's</a>{{message}}")).toBe(
      `<a title='${said}' href=https://desk.example.com/my-tickets?ticket=TKT-000123>it's</a>${asHtml}`,
    )
    expect(await html('<img alt={{message}}>')).toBe(`<img alt=${said.replaceAll(' ', '&#32;')}>`)
    expect(await html("<!-- it's {{message}} --><b>{{message}}</b> 1 < 2 {{message}}")).toBe(
      `<!-- it's ${said.replaceAll(' ', '&#32;')} --><b>${asHtml}</b> 1 < 2 ${asHtml}`,
    )
    await admin.put(at, settingsFor(smtp, { companyName: 'Quotes " and \' > Co' }))
    expect(await html('<i title="{{companyName}}" lang={{companyName}}>')).toBe(
      '<i title="Quotes &#34; and &#39; &gt; Co" lang=Quotes&#32;&#34;&#32;and&#32;&#39;&#32;&gt;&#32;Co>',
    )
  })

  test('the preview as a page is locked into its frame', async () => {
    const form = new URLSearchParams({ template: JSON.stringify(template) }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body, headers } = await admin.send<string>(
      'POST',
      '/api/admin/email-preview/page',
      form,
      type,
    )
    expect([status, body]).toEqual([200, expect.stringMatching(/^<p><span dir="auto">A technician.*<\/p>$/s)])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    )
    for (const wrong of ['template=%7B', '', 'template=7']) {
      const answer = await admin.send('POST', '/api/admin/email-preview/page', wrong, type)
      expect([wrong, answer.status]).toEqual([wrong, 400])
    }
  })
})
