import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import {
  isEmbedded,
  migrations,
  openRelease,
  tidyOldDesks,
  upgrade,
  upgradeToBefore,
} from '#test/processes/old-desks.ts'

tidyOldDesks()

const root = 'eb927996-5130-413e-92bc-732650a8d326'

/** A desk as the version before this one left it, with accounts that came about in every way. */
async function openBefore() {
  const database = await openRelease()
  await upgradeToBefore(database, 'confirmed-addresses')
  const { pool } = database
  const { rows: heads } = await pool.query<{ position: string }>(
    'select max(position) as position from events',
  )
  let position = Number(heads[0]!.position)
  const { rows: clients } = await pool.query<{ id: string }>('select id from clients limit 1')
  const clientId = clients[0]!.id

  async function happened(subjectId: string, type: string, actorId: string, data: object, ip: string | null) {
    await pool.query(
      'insert into events (position, type, subject_id, actor_id, ip, data) values ($1, $2, $3, $4, $5, $6)',
      [++position, type, subjectId, actorId, ip, data],
    )
  }
  async function user(
    name: string,
    madeBy: 'themselves' | 'root' | 'the command line',
    email = `${name}@new.example`,
  ) {
    const { rows } = await pool.query<{ id: string }>(
      "insert into users (email, first_name, last_name, company_name) values ($1, $2, '', '') returning id",
      [email, name],
    )
    const { id } = rows[0]!
    const ip = madeBy === 'the command line' ? null : '203.0.113.7'
    await happened(id, 'user.created', madeBy === 'root' ? root : id, { role: 'client' }, ip)
    return id
  }
  const moves = (id: string, by: string, to: string) =>
    happened(id, 'user.changed', by, { changes: { email: { from: 'old@new.example', to } } }, '203.0.113.7')
  const getsRole = (id: string) =>
    happened(
      id,
      'user.changed',
      root,
      { changes: { role: { from: 'client', to: 'internal' } } },
      '203.0.113.7',
    )
  const isImported = (id: string) =>
    pool.query(
      "insert into external_ids (source, kind, external_id, row_id, digests) values ('', 'people', $1, $2, '{}')",
      [id, id],
    )
  const joins = (id: string) =>
    pool.query("insert into client_users (client_id, user_id, role) values ($1, $2, 'contact')", [
      clientId,
      id,
    ])

  await user('registered', 'themselves')
  await user('made', 'root')
  await user('by-command', 'the command line')
  const proved = await user('moved-by-link', 'themselves')
  await happened(proved, 'user.address_asked', proved, { email: 'moved-by-link@new.example' }, '203.0.113.7')
  await moves(proved, proved, 'moved-by-link@new.example')
  const said = await user('moved-without-link', 'root')
  await moves(said, said, 'moved-without-link@new.example')
  const asked = await user('asked-for-another', 'themselves')
  await happened(asked, 'user.address_asked', asked, { email: 'another@new.example' }, '203.0.113.7')
  await moves(asked, asked, 'asked-for-another@new.example')
  const given = await user('moved-by-root', 'themselves')
  await moves(given, root, 'moved-by-root@new.example')
  await getsRole(await user('has-role', 'themselves'))
  const importedRole = await user('has-role-by-import', 'themselves')
  await getsRole(importedRole)
  await isImported(importedRole)
  await joins(await user('of-client', 'themselves'))
  const importedJoin = await user('of-client-by-import', 'themselves')
  await joins(importedJoin)
  await isImported(importedJoin)
  await isImported(await user('made-by-import', 'root'))
  for (const state of ['approved', 'declined', 'pending'])
    await pool.query(
      "insert into role_requests (user_id, requested_role, email, name, ip, state) values ($1, 'internal', '', '', '', $2)",
      [await user(`role-${state}`, 'themselves'), state],
    )
  await user('channel', 'themselves', 'channel@channel.invalid')
  const first = await user('first', 'themselves')
  await pool.query('update bootstrap set claimed_at = now(), claimed_by = $1', [first])
  return database
}

async function confirmed({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select first_name as name from users where email_proved_at is not null and last_name = '' order by name",
  )
  return rows.map(({ name }) => name)
}

test('an upgrade confirms the accounts whose address is known to be theirs, and no others', async () => {
  const database = await openBefore()
  await upgrade(database)
  expect(await confirmed(database)).toEqual(
    [
      'by-command',
      'channel',
      'first',
      'has-role',
      'made',
      'made-by-import',
      'moved-by-link',
      'moved-by-root',
      'of-client',
      'role-approved',
    ].toSorted(),
  )
  // People of version 0.1.0, whom nobody had registered.
  const { rows } = await database.pool.query(
    'select from users where email_proved_at is null and last_name <> $1',
    [''],
  )
  expect(rows).toHaveLength(0)
})

test.skipIf(isEmbedded)(
  'while the addresses are filled in, everybody is read and others are changed',
  async () => {
    const database = await openBefore()
    await upgradeToBefore(database, 'known-addresses')
    const file = fs.readdirSync(migrations).find((name) => name.endsWith('_known-addresses.sql'))!
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(fs.readFileSync(path.join(migrations, file), 'utf8'))
    const other = await database.pool.connect()
    await other.query("set statement_timeout = '2s'")
    expect((await other.query('select from users')).rowCount).toBeGreaterThan(10)
    expect(
      (await other.query("update users set company_name = 'x' where first_name = 'registered'")).rowCount,
    ).toBe(1)
    await client.query('rollback')
    for (const one of [client, other]) one.release()
  },
)
