import tls from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '#test/services/certificate.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { settingsFor, startSmtp } from '#test/services/smtp.ts'

let desk: TestApp
let admin: Caller

beforeAll(async () => {
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert])
  desk = await startApp({ settings: { PUBLIC_URL: 'https://desk.example.com' } })
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const emailTemplate = {
  subject: '{{ticketNumber}}: Grüße',
  htmlTemplate: '<p>{{message}}</p>\n<a href="{{ticketUrl}}">{{companyName}}</a>\n<b>é 漢字</b>',
  textTemplate: '.\n..{{message}}\nFrom {{clientName}} é 漢字',
}

/** All that goes over the line, but for what is another each time. */
const letter = ({ id, date, boundary }: Record<'id' | 'date' | 'boundary', string>) => `\
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
From: =?UTF-8?Q?Signalbox=2C_the_=E2=80=9CDesk=E2=80=9D?=
 <desk@signalbox.example>
To: ada@example.com
Reply-To: help@signalbox.example
Subject: =?UTF-8?Q?TKT-000123=3A_Gr=C3=BC=C3=9Fe?=
Message-ID: <${id}@signalbox.example>
Date: ${date}
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="${boundary}"

--${boundary}
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

.
..A technician is on the way.
Please keep the printer switched on until =
then.
From Acme Corporation =C3=A9 =
=E6=BC=A2=E5=AD=97
--${boundary}
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p><span dir=3D"auto">A technician is on the way.<br>Please keep the =
printer switched on until then.</span></p>
<a href=3D"https://desk.example.=
com/my-tickets?ticket=3DTKT-000123">Signalbox, the =E2=80=9CDesk=E2=80=9D</=
a>
<b>=C3=A9 =E6=BC=A2=E5=AD=97</b>
--${boundary}--
`

test.each([
  ['in the clear', 'none', { useSSL: false, useTLS: false }],
  ['after STARTTLS', 'starttls', { useSSL: false, useTLS: true }],
  ['over TLS from the first byte', 'ssl', { useSSL: true, useTLS: true }],
] as const)(
  'a mail server in another process gets the test mail byte for byte, headers and both bodies, %s',
  async (_how, kind, switches) => {
    const smtp = await startSmtp({ tls: kind })
    await admin.put('/api/admin/email-settings', settingsFor(smtp, { ...switches, emailTemplate }))
    const from = Math.floor(Date.now() / 1000) * 1000
    expect((await admin.post('/api/admin/test-email', { email: 'ada@example.com' })).status).toBe(200)
    expect(smtp.received).toHaveLength(1)
    const { raw, mail, isSecure, from: sender, to } = smtp.received[0]!
    expect([isSecure, sender, to]).toEqual([kind !== 'none', 'desk@signalbox.example', ['ada@example.com']])

    const [, id = ''] = /^Message-ID: <([\da-f-]{36})@/m.exec(raw) ?? []
    const [, date = ''] = /^Date: (\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000)\r$/m.exec(raw) ?? []
    const [, boundary = ''] = /boundary="([\w-]{20,70})"/.exec(raw) ?? []
    expect(raw).toBe(letter({ id, date, boundary }).replaceAll('\n', '\r\n'))
    expect(Date.parse(date)).toBeGreaterThanOrEqual(from)
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now())

    const message = 'A technician is on the way.\nPlease keep the printer switched on until then.'
    expect(mail.text).toBe(`.\n..${message}\nFrom Acme Corporation é 漢字\n`)
    expect(mail.html).toBe(
      `<p><span dir="auto">${message.replace('\n', '<br>')}</span></p>\n<a href="https://desk.example.com/my-tickets?ticket=TKT-000123">Signalbox, the “Desk”</a>\n<b>é 漢字</b>\n`,
    )
    await smtp.close()
  },
)
