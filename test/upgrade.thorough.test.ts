import { expect, test } from 'vitest'
import { allFacts } from '#app/server/features.ts'
import type { Client } from '#features/clients/contract.ts'
import { findHead, listEntriesAfter } from '#features/event-log/server/queries.ts'
import type { User } from '#features/users/contract.ts'
import { startApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import {
  expectTickets,
  open,
  openRelease,
  ticketsOf,
  upgrade,
  tidyOldDesks,
} from '#test/processes/old-desks.ts'
import { startSmtp } from '#test/services/smtp.ts'

tidyOldDesks()

test('a desk of version 0.1.0 goes on where it was', async () => {
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
  await untilMailed(desk)
  expect(await mailsDue()).toBe(0)
  expect(smtp.received.length).toBeGreaterThanOrEqual(10)
})

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
