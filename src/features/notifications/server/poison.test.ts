import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { writeUnreadable } from '#test/trials/poison.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { DeliveryProblems } from '../contract.ts'

let smtp: Smtp
let database: TestDatabase
let desk: TestApp
let root: Caller
let ana: Caller

beforeAll(async () => {
  smtp = await startSmtp()
  database = await openTestDatabase()
  desk = await startApp({ database })
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client', { email: 'ana@example.com' })
  await sendThrough(root, smtp)
})
afterAll(async () => {
  await desk.close()
  await database.close()
  await smtp.close()
})

const setAside = async () =>
  (
    await database.pool.query(
      'select follower, position::int, event_type, failure, first_at, last_at from set_aside_events',
    )
  ).rows
const faults = async () => (await desk.nobody.get<{ status: string; faults?: string[] }>('/readyz')).body

test('an event that cannot be handled is set aside, and all others are mailed', async () => {
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'progress' })
  await untilMailed(desk)
  smtp.received.length = 0
  const position = await writeUnreadable(database, 'comment.added', id)
  await change(root, id, { status: 'testing' })
  await untilMailed(desk)
  expect(smtp.received.map(({ to }) => to)).toEqual([['ana@example.com']])
  expect(await setAside()).toEqual([
    {
      follower: 'notifications',
      position,
      event_type: 'comment.added',
      failure: 'UnreadableFact',
      first_at: expect.any(Date),
      last_at: expect.any(Date),
    },
  ])
  await change(root, id, { status: 'resolved' })
  await untilMailed(desk)
  expect(smtp.received).toHaveLength(2)
})

test('its number is told to super users, and that there is one to whoever asks whether the server is ready', async () => {
  expect((await root.get<DeliveryProblems>('/api/email-preferences/problems')).body.setAside).toBe(1)
  await expect.poll(faults).toEqual({ status: 'degraded', faults: ['events'] })
})

test('an event that was set aside is tried again at the next start: once, and forgotten when that went well', async () => {
  const [before] = await setAside()
  await desk.close()
  desk = await startApp({ database })
  await expect.poll(async () => (await setAside())[0]?.last_at).not.toEqual(before?.last_at)
  expect(await setAside()).toEqual([{ ...before, last_at: expect.any(Date) }])
  await desk.close()
  // As a version that can read it would see it.
  await database.pool.query(`update events set data = '{}' where position = $1`, [before?.position])
  desk = await startApp({ database })
  await expect.poll(setAside).toEqual([])
  await expect.poll(faults).toEqual({ status: 'ready' })
})
