import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'
import { untilMailed } from '#test/mails.ts'
import {
  migrationsOfBefore,
  migrationsOfRelease,
  open,
  openRelease,
  tidyOldDesks,
  upgrade,
} from '#test/processes/old-desks.ts'
import { startSms } from '#test/services/sms.ts'
import { receivedBy, startSmtp } from '#test/services/smtp.ts'
import { startWhatsApp } from '#test/services/whatsapp.ts'

tidyOldDesks()

const misaki = '2d81765f-96bd-43ba-9523-df7c6d6c29f8'
const waiting = {
  mail: '24410735-a5fe-4883-af45-185faeceddf6',
  link: '0f2c5f0e-3a53-4c58-9f14-5a0c7c3c8a11',
  reply: '5bd0a7de-7b36-4f4f-8d0a-0c3a3f6a2b22',
}

/** As it was left behind: of each kind one waits, and others were sent; and the log is followed from where some of them are told of. */
const left = (smtpPort: number, progress: string) => `
  update smtp_settings set port = ${smtpPort};
  update notification_mails set due_at = null, failure = null, sent_at = now() where id <> '${waiting.mail}';
  update users set mobile_number = '+4915100777001', mobile_proved_at = now() where id = '${misaki}';
  insert into user_settings (user_id, settings) values ('${misaki}', '{"smsNotifications": true}');
  update events set at = now() where position = 42;
  insert into notification_texts (user_id, position, due_at, sent_at) select '${misaki}', position,
    case when position = 42 then now() end, case when position <> 42 then now() end from unnest(array[36, 42, 48, 49]) position;
  insert into link_mails (id, purpose, email, ip, due_at, expires_at)
    values ('${waiting.link}', 'reset', 'bob@acme.example', '', now(), now() + interval '1 hour');
  insert into channel_messages (id, direction, phone_number, message, due_at) values
    ('${waiting.reply}', 'out', '4915100777002', 'Which product is it about?', now()),
    ('${misaki}', 'out', '4915100777002', 'Please describe the problem.', null),
    ('wamid.1', 'in', '4915100777002', '', null);
  update ${progress} set position = 47`

test.each([
  { version: '0.1.0', migrationsFolder: migrationsOfRelease, progress: 'notification_progress' },
  { version: 'before this', migrationsFolder: migrationsOfBefore, progress: 'log_followers' },
])(
  'deliveries that waited in version $version are sent, and sent ones are not sent again',
  { timeout: 240_000 },
  async ({ migrationsFolder, progress }) => {
    const [smtp, sms, whatsApp] = [await startSmtp(), await startSms(), await startWhatsApp()]
    open.push(smtp, sms, whatsApp)
    const database = await openRelease()
    await migrate(drizzle({ client: database.pool }), { migrationsFolder: migrationsFolder() })
    await database.pool.query(left(smtp.port, progress))
    await upgrade(database)
    const desk = await startApp({ database, sms: sms.account, whatsApp: whatsApp.account })
    open.push({ close: () => desk.app.close() })

    const idsAt = () => smtp.received.map(({ mail }) => mail.messageId)
    const wanted = [waiting.mail, waiting.link].map((id) => `<${id}@signalbox.example>`)
    await expect.poll(idsAt, { timeout: 60_000 }).toEqual(expect.arrayContaining(wanted))
    await expect.poll(() => [sms.sent.length, whatsApp.sent.length], { timeout: 60_000 }).toEqual([1, 1])
    await untilMailed(desk)
    const { rows: before } = await database.pool.query<{ id: string }>(
      "select id from deliveries where kind = 'mail' and payload ->> 'period' like 'event %'",
    )
    expect(before).toHaveLength(23)
    const again = before.map(({ id }) => `<${id}@signalbox.example>`).filter((id) => idsAt().includes(id))
    expect(again).toEqual(wanted.slice(0, 1))
    expect(receivedBy(smtp, 'jose@granja.example')[0]?.mail.text).toContain('Public answer 0')
    expect(receivedBy(smtp, 'bob@acme.example').map(({ mail }) => mail.subject)).toContain(
      'Set a new password for Signalbox',
    )
    expect(sms.sent).toMatchObject([
      { to: '+4915100777001', body: expect.stringContaining('assigned to you') },
    ])
    expect(whatsApp.sent).toMatchObject([{ to: '4915100777002', text: 'Which product is it about?' }])
    const { rows: received } = await database.pool.query('select id from channel_messages')
    expect(received).toEqual([{ id: 'wamid.1' }])
    await expect
      .poll(
        async () => (await database.pool.query('select from deliveries where due_at is not null')).rowCount,
      )
      .toBe(0)
  },
)
