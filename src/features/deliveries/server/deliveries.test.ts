import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openWork } from '#app/server/app.ts'
import { leasedUntil, type DeliveryKind } from '#platform/server/send/outbox.ts'
import type { DoWork } from '#platform/server/work.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { listDue } from './queries.ts'
import {
  cancelDeliveries,
  claimDelivery,
  markDone,
  markFailed,
  pruneDeliveries,
  queueDelivery,
} from './service.ts'

const dayMs = 24 * 60 * 60 * 1000
const letter: DeliveryKind<{ to: string; words?: string }> = {
  label: 'Letters',
  isShownToDesk: true,
  name: 'letter',
  payload: z.object({ to: z.string(), words: z.string().optional() }),
}
let now = new Date('2026-11-22T12:00:00Z')
let database: TestDatabase
let work: DoWork

beforeAll(async () => {
  database = await openTestDatabase()
  work = openWork(database, { now: () => now }, { wake: () => undefined })
})
beforeEach(async () => {
  now = new Date('2026-11-22T12:00:00Z')
  await database.pool.query('delete from deliveries')
})
afterAll(() => database.close())

const passes = (ms: number) => void (now = new Date(now.getTime() + ms))
const queue = (to: string, some: { key?: string; expiresAt?: Date } = {}) =>
  work((unit) => queueDelivery(unit, { kind: letter, payload: { to }, ...some }))
const due = () => listDue(database.db, letter.name, now, 10)
const recipients = async () =>
  (
    await database.pool.query<{ to: string }>("select payload ->> 'to' as to from deliveries order by 1")
  ).rows.map(({ to }) => to)

test('a delivery is queued once under its key, and comes back as it is stored', async () => {
  const first = await queue('Ana', { key: 'once' })
  expect(await queue('Ben', { key: 'once' })).toEqual(first)
  expect((await due()).map(({ payload }) => payload)).toEqual([{ to: 'Ana' }])
})

test('one of two that claim a delivery at the same time has it, until its lease ends', async () => {
  const waiting = await queue('Ana')
  const claim = () => work((unit) => claimDelivery(unit, waiting, leasedUntil(now)))
  expect((await Promise.all([claim(), claim()])).filter((isMine) => isMine)).toEqual([true])
  expect(await due()).toEqual([])
  passes(60_000)
  expect(await due()).toMatchObject([{ id: waiting.id, attempts: 1 }])
})

test('a delivery that was claimed after the clock was set back is not due', async () => {
  const waiting = await queue('Ana')
  passes(-5 * 60_000)
  expect(await due()).toMatchObject([{ id: waiting.id }])
  expect(await work((unit) => claimDelivery(unit, waiting, leasedUntil(now)))).toBe(true)
  expect(await due()).toEqual([])
})

test('an expired delivery is not due, and is deleted', async () => {
  await queue('Ana', { expiresAt: new Date(now.getTime() + dayMs) })
  passes(dayMs)
  expect(await due()).toEqual([])
  await work(pruneDeliveries)
  expect(await recipients()).toEqual([])
})

test('a delivery that was sent or given up stays for thirty days, and a waiting one for as long as it waits', async () => {
  const sent = await queue('who was sent it')
  const lost = await queue('who was not')
  await queue('who waits')
  await work((unit) => markDone(unit, sent.id, true))
  await work((unit) => markFailed(unit, lost.id, 'It rains.', null))
  passes(30 * dayMs)
  await work(pruneDeliveries)
  expect(await recipients()).toEqual(['who waits', 'who was not', 'who was sent it'].toSorted())
  passes(1)
  await work(pruneDeliveries)
  expect(await recipients()).toEqual(['who waits'])
})

test('cancelling by a key deletes the deliveries under that key, and no others', async () => {
  await queue('Ana', { key: 'one' })
  await queue('Ben', { key: 'another' })
  await work((unit) => cancelDeliveries(unit, letter, { key: 'one' }))
  expect(await recipients()).toEqual(['Ben'])
})
