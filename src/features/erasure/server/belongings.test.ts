import { eq, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDelivery } from '#features/deliveries/server/service.ts'
import { channelReply } from '#features/messaging/server/deliveries.ts'
import type { Participant } from '#features/participants/contract.ts'
import { aProduct, aSavedAnswer, aTicket, aView } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { events } from '#tables/events.ts'
import { messagingConversations } from '#tables/messaging-conversations.ts'
import { productUsers } from '#tables/product-users.ts'
import { rateLimits } from '#tables/rate-limits.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { users } from '#tables/users.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const erase = (who: Caller, { id, email }: { id: string; email: string }) =>
  who.post(`/api/users/${id}/erasure`, { email })

test('private views and answers of a person go with their names in the log, and shared ones stay', async () => {
  const ana = await desk.person('helpdesk')
  const caller = await desk.signIn(ana.email)
  await aView(caller, { name: 'Private view' })
  await aView(caller, { name: 'Shared view', sharedWith: 'helpdesk' })
  await aSavedAnswer(caller, { title: 'Private answer' })
  await aSavedAnswer(caller, { title: 'Shared answer', sharedWith: ['super_user'] })
  await erase(root, ana)
  const left = await desk.database.pool.query<{ name: string }>(
    `select name from saved_views where owner_id = $1 union select title from saved_answers where owner_id = $1 order by 1`,
    [ana.id],
  )
  expect(left.rows.map(({ name }) => name)).toEqual(['Shared answer', 'Shared view'])
  const named = await desk.database.pool.query<{ name: string }>(
    `select coalesce(data ->> 'name', data ->> 'title') as name from events
    where actor_id = $1 and type ~ '^(view|saved_answer)' order by 1`,
    [ana.id],
  )
  expect(named.rows.map(({ name }) => name)).toEqual(['', '', 'Shared answer', 'Shared view'])
})

test('what they took part in does not come back from Deleted, and what others took part in does', async () => {
  const { db, pool } = desk.database
  const [ana, eve] = [await desk.person('client'), await desk.person('helpdesk')]
  const { id: ticketId } = await aTicket(root)
  for (const [of, { id: userId, email }] of Object.entries({ ana, eve })) {
    const address = email.toUpperCase()
    await db.insert(ticketParticipants).values([
      { ticketId, address, name: `Claimed by ${of}` },
      { ticketId, userId, confirmedAt: desk.clock.now() },
    ])
    const messageId = `of-${of}@mails.test`
    await db.insert(ticketMails).values({ messageId, ticketId, userId, direction: 'in', subject: `By ${of}` })
    await db.insert(ticketReads).values({ ticketId, userId, readTo: desk.clock.now() })
  }
  const productId = await aProduct(root, { name: 'Of a team' })
  for (const userId of [ana.id, eve.id]) await db.insert(productUsers).values({ productId, userId })
  const things = { tickets: ticketId, products: productId }
  for (const [path, id] of Object.entries(things)) await root.delete(`/api/${path}/${id}`)

  await erase(root, ana)
  const kept = (await pool.query<{ rows: string }>('select rows::text from deleted_things')).rows
  const texts = kept.map(({ rows }) => rows.toLowerCase()).join('\n')
  expect([texts.includes(ana.email), texts.includes(ana.id), texts.includes('by ana')]).toEqual([
    false,
    false,
    false,
  ])
  for (const id of Object.values(things))
    expect((await root.post(`/api/deleted/${id}/restore`, { withParent: false })).status).toBe(200)
  const { body } = await root.get<Participant[]>(`/api/tickets/${ticketId}/participants`)
  expect(body.map(({ address }) => address)).toEqual([eve.email.toUpperCase()])
  const left = await pool.query<{ id: string }>(
    `select user_id as id from ticket_participants where user_id is not null union all select user_id from ticket_mails
    union all select user_id from ticket_reads where ticket_id = $1 union all select user_id from product_users`,
    [ticketId],
  )
  expect(left.rows.map(({ id }) => id)).toEqual([eve.id, eve.id, eve.id, eve.id])
})

test('only a proved number takes along what the channel keeps under it', async () => {
  const { db } = desk.database
  const keep = async (phoneNumber: string) => {
    await db.insert(messagingConversations).values({ phoneNumber })
    await db.insert(channelMessages).values({ id: `wamid.${phoneNumber}`, phoneNumber })
    await desk.work((unit) =>
      queueDelivery(unit, { kind: channelReply, payload: { phoneNumber, message: 'Hi' } }),
    )
  }
  for (const number of ['493012345', '493067890']) await keep(number)
  const typed = await desk.person('client', { mobileNumber: '+493012345' })
  const proved = await desk.person('client', { mobileNumber: '+493067890' })
  await db.update(users).set({ mobileProvedAt: desk.clock.now() }).where(eq(users.id, proved.id))
  for (const person of [typed, proved]) await erase(root, person)
  const left = await desk.database.pool.query<{ number: string }>(
    `select phone_number as number from whatsapp_conversations union all select phone_number from channel_messages
    union all select payload ->> 'phoneNumber' from deliveries where kind = 'reply'`,
  )
  expect(left.rows.map(({ number }) => number)).toEqual(['493012345', '493012345', '493012345'])
})

test('counters of attempts go that are theirs, and those of others stay whose keys look alike', async () => {
  const ana = await desk.person('client', { email: 'a@x.org', mobileNumber: '+10' })
  const theirs = [
    `login:${ana.email}|10.0.0.0`,
    `login_wide:${ana.id}|10.0.0.0`,
    `login_account:${ana.email}`,
    `test_mail:${ana.id}`,
    `mail_server:${ana.id}`,
    `address:${ana.id}`,
    `link_to:${ana.email}`,
    `mobile_code:by|${ana.id}`,
  ]
  const others = [
    'login:ba@x.org|10.0.0.0',
    'login:a@x.org.uk|10.0.0.0',
    'login_account:aa@x.org',
    'link_to:a@x.organ',
    'mobile_code:to|+10',
    'mobile_code:to|+4910',
    'login_ip:10.10.10.10',
  ]
  await desk.database.db.insert(rateLimits).values([...theirs, ...others].map((key) => ({ key, points: 1 })))
  await erase(root, ana)
  const left = await desk.database.db.select({ key: rateLimits.key }).from(rateLimits)
  expect(
    left
      .map(({ key }) => key)
      .filter((key) => [...theirs, ...others].includes(key))
      .toSorted(),
  ).toEqual(others.toSorted())
})

test('the counters that are forgotten are those that attempts are counted by', async () => {
  const ana = await desk.person('client')
  const attempt = () => desk.nobody.post('/api/auth/login', { email: ana.email, password: 'wrong' })
  await attempt()
  await desk.nobody.post('/api/auth/forgot', { email: ana.email })
  const keys = async () =>
    (await desk.database.db.select({ key: rateLimits.key }).from(rateLimits))
      .map(({ key }) => key)
      .filter((key) => key.includes(ana.email))
  expect((await keys()).length).toBeGreaterThanOrEqual(2)
  await erase(root, ana)
  expect(await keys()).toEqual([])
})

test('nobody says in the log from where a person came, and that they did something stays', async () => {
  const ana = await desk.person('client')
  const caller = await desk.signIn(ana.email)
  await aTicket(caller)
  await root.put(`/api/users/${ana.id}`, { firstName: 'Anastasia' })
  const about = () =>
    desk.database.db
      .select()
      .from(events)
      .where(or(eq(events.actorId, ana.id), eq(events.subjectId, ana.id)))
      .orderBy(events.position)
  const before = await about()
  await erase(root, ana)
  const after = (await about()).slice(0, before.length)
  expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
  const byThem = after.filter(({ actorId }) => actorId === ana.id)
  expect([byThem.some(({ ip }) => ip !== null), before.some(({ ip }) => ip !== null)]).toEqual([false, true])
  const byRoot = after.find(({ type }) => type === 'user.changed')
  expect(byRoot).toMatchObject({ ip: '127.0.0.1', data: { changes: { firstName: null } } })
})
