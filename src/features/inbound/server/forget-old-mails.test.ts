import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWork } from '#app/server/app.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { mailDeskOfFile, writers } from '#test/mail-desk.ts'
import { forgetOldMails } from './forget.ts'

const scene = mailDeskOfFile()
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

test('the source of a mail is kept while its comment or ticket can be restored, and goes with them for good', async () => {
  const sweep = () => scene.desk.work(forgetOldMails)
  const remove = async (path: string) => expect((await scene.root.delete(`/api/${path}`)).status).toBe(200)
  const statusesOf = (mails: readonly { id: string }[]) =>
    Promise.all(mails.map(async ({ id }) => (await scene.eve.get(`/api/inbound/${id}/source`)).status))
  const { id, messageId } = await scene.mailedTicket()
  const [first] = await scene.post.settled()
  const other = await scene.post.deliver({ from: writers.ana, inReplyTo: messageId })
  const date = 'Fri, 27 Nov 2026 10:00:00 +0000'
  const letter = { from: writers.ana, inReplyTo: messageId, messageId: 'secret@meridian.test' }
  const secret = await scene.post.deliver({ ...letter, headers: { date } })
  const byList = { 'List-Id': '<team.meridian.test>', date }
  await scene.post.send({ ...letter, subject: '[team] A mail', text: 'Words.', headers: byList })
  const copy = (await scene.post.settled()).find(({ reason }) => reason === 'copy')
  expect([secret.ticket?.id, copy?.ticket?.id]).toEqual([id, id])
  const mails = [first!, other, secret, copy!]

  await remove(`comments/${secret.commentId}`)
  expect(await sweep()).toEqual([])
  expect(await statusesOf(mails)).toEqual([200, 200, 200, 200])
  await remove(`deleted/${secret.commentId}`)
  expect(await sweep()).toHaveLength(2)
  expect(await statusesOf(mails)).toEqual([200, 200, 404, 404])

  await remove(`tickets/${id}`)
  expect(await sweep()).toEqual([])
  expect(await statusesOf(mails)).toEqual([200, 200, 404, 404])
  await remove(`deleted/${id}`)
  expect(await sweep()).toHaveLength(2)
  expect(await statusesOf(mails)).toEqual([404, 404, 404, 404])
  expect(await sweep()).toEqual([])
})
