import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect, test } from 'vitest'
import { allFacts } from '#app/server/features.ts'
import type { Client } from '#features/clients/contract.ts'
import { findHead, listEntriesAfter } from '#features/event-log/server/queries.ts'
import type { User } from '#features/users/contract.ts'
import { startApp } from './harness.ts'
import { sendThrough, untilMailed } from './mails.ts'
import {
  expectTickets,
  migrationsOfBefore,
  migrationsOfRelease,
  open,
  openRelease,
  ticketsOf,
  upgrade,
  tidyOldDesks,
} from './old-desks.ts'
import { startSms } from './sms.ts'
import { receivedBy, startSmtp } from './smtp.ts'
import { startWhatsApp } from './whatsapp.ts'

tidyOldDesks()

test('a desk of version 0.1.0 goes on where it was', { timeout: 120_000 }, async () => {
  const database = await openRelease()
  await upgrade(database)
  const desk = await startApp({ database })
  open.push({ close: () => desk.app.close() })

  const roles = []
  for (const name of ['zoe@desk', 'lukasz@desk', 'misaki@desk', 'jose@granja', 'bob@acme', 'oyku@acme'])
    roles.push(
      ((await (await desk.signIn(`${name}.example`)).get('/api/auth/user')).body as { role: string }).role,
    )
  expect(roles).toEqual(['super_user', 'helpdesk', 'internal', 'client', 'client', 'client'])
  const gone = await desk.nobody.post('/api/auth/login', {
    email: 'gone@desk.example',
    password: 'correct horse',
  })
  expect(gone.status).toBe(401)

  const zoe = await desk.signIn('zoe@desk.example')
  const jose = await desk.signIn('jose@granja.example')
  await expectTickets(zoe, jose)
  for (const [typed, found] of [
    ['munoz pena', ['jose@granja.example']],
    ['ZOE ANG', ['zoe@desk.example']],
    ['oyku celik', ['oyku@acme.example']],
    ['田中', ['misaki@desk.example']],
  ] as const) {
    const { body } = await zoe.get<User[]>(`/api/users?search=${encodeURIComponent(typed)}`)
    expect([typed, body.map(({ email }) => email)]).toEqual([typed, found])
  }
  const { body: clients } = await zoe.get<Client[]>('/api/clients')
  expect(clients.map(({ name, description }) => [name, description])).toEqual([
    ['Acme', null],
    ['Granja Ñandú', 'Huevos y más'],
  ])

  const smtp = await startSmtp()
  open.push(smtp)
  await sendThrough(zoe, smtp)
  desk.clock.advance(60 * 60_000)
  await zoe.put(`/api/tickets/${(await ticketsOf(zoe))[0]!.id}`, { priority: 'low' })
  const mailsDue = async () =>
    (await database.pool.query("select from deliveries where kind = 'mail' and due_at is not null")).rows
      .length
  await expect.poll(mailsDue, { timeout: 60_000 }).toBe(0)
  expect(smtp.received.length).toBeGreaterThanOrEqual(10)
})

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
  { timeout: 120_000 },
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

test('an upgrade forgets addresses typed at failed sign-ins, and keeps whose account it was', async () => {
  const database = await openRelease()
  const { rows: people } = await database.pool.query<{ id: string }>(
    "select id from users where email = 'zoe@desk.example'",
  )
  const { rows: last } = await database.pool.query<{ position: string }>(
    'select max(position) as position from events',
  )
  const typed = ['zoe@desk.example', 'correct horse battery']
  for (const [place, email] of typed.entries())
    await database.pool.query(
      "insert into events (position, type, data) values ($1, 'auth.sign_in_failed', $2)",
      [Number(last[0]!.position) + place + 1, { email }],
    )
  await upgrade(database)
  const { rows } = await database.pool.query<{ subject_id: string | null; data: unknown }>(
    "select subject_id, data from events where type = 'auth.sign_in_failed' and position > $1 order by position",
    [last[0]!.position],
  )
  expect(rows).toEqual([
    { subject_id: people[0]!.id, data: { isKnownAddress: true } },
    { subject_id: null, data: { isKnownAddress: false } },
  ])
})
test('every line of the log of version 0.1.0 is read as the fact that it is', async () => {
  const database = await openRelease()
  await upgrade(database)
  const entries = await listEntriesAfter(database.db, 0, 1000)
  expect(entries).toHaveLength((await findHead(database.db)).position)
  const facts = entries.map(allFacts.read)
  expect(facts).toMatchObject(entries)
  expect(new Set(facts.map((fact) => fact?.type)).size).toBe(14)
})
