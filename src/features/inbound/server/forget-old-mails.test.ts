import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWork } from '#app/server/app.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { forgetOldMails } from './forget.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('all old dropped mails are forgotten at once, and none of the last 30 days', async () => {
  const now = new Date('2026-11-28T12:00:00Z')
  await database.pool.query(
    `insert into inbound_mails (door, mailboxes, recipients, envelope_from, content_hash, object_path, size, state,
       sender_address, received_at, done_at)
     select 'smtp', '{}', '{}', 'sam@nowhere.test', n::text, 'mails/' || n, 1, 'dropped', 'sam@nowhere.test', at, at
     from generate_series(1, 1202) n,
       lateral (select $1::timestamptz - case when n > 1201 then interval '29 days' else interval '31 days' end as at)`,
    [now],
  )
  const work = openWork(database, { now: () => now }, { wake: () => undefined })
  await work(forgetOldMails)
  const count = async (query: string) => (await database.pool.query<{ n: string }>(query)).rows[0]?.n
  const kept = `object_path is not null and sender_address is not null and envelope_from <> ''`
  expect(await count(`select count(*)::text n from inbound_mails where ${kept}`)).toBe('1')
  expect(await count(`select count(*)::text n from object_tombstones where object_path ~ '^mails/'`)).toBe(
    '1201',
  )
})
