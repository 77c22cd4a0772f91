import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWork } from '#app/server/app.ts'
import { holdRows, openTestDatabase, untilOneWaits, type TestDatabase } from '#test/database.ts'
import { localBus } from './bus.ts'
import { systemClock } from './clock.ts'
import { lockName } from './database/lock-name.ts'
import { attempt, type DoWork, type Work } from './work.ts'

let database: TestDatabase
let work: DoWork
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query('create table noted (name text primary key, transaction text)')
  await database.pool.query('create table counted (name text primary key, count int)')
  work = openWork(database, systemClock, localBus())
})
beforeEach(() =>
  database.pool.query(`truncate noted, counted; insert into counted values ('one', 0), ('other', 0)`),
)
afterAll(() => database.close())

const note = ({ tx }: Work, name: string) =>
  tx.execute(sql`insert into noted values (${name}, pg_current_xact_id()::text)`)
const noted = async () =>
  (await database.pool.query<{ name: string; transaction: string }>('select * from noted order by name')).rows
const namesNoted = async () => (await noted()).map(({ name }) => name)

const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `job ${String(at).padStart(2, '0')}`)

/** Does a job beside eleven others, of which most share a transaction with it. */
const amongOthers = <T>(job: (unit: Work) => Promise<T>, locks: string[] = []) =>
  Promise.allSettled([
    ...names(6).map((name) => work((unit) => note(unit, name), { locks: [] })),
    work(job, { locks }),
    ...names(11)
      .slice(6)
      .map((name) => work((unit) => note(unit, name), { locks: [] })),
  ]).then((ends) => ends[6])

test('jobs that come while others are done share a transaction; one that comes alone has its own', async () => {
  await Promise.all(names(16).map((name) => work((unit) => note(unit, name), { locks: [] })))
  const rows = await noted()
  expect(rows).toHaveLength(16)
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(6)
  for (const name of ['a', 'b']) await work((unit) => note(unit, name), { locks: [] })
  const [a, b] = await noted()
  expect(a?.transaction).not.toBe(b?.transaction)
})

test('jobs that lock nothing by name have a transaction each', async () => {
  await Promise.all(names(8).map((name) => work((unit) => note(unit, name))))
  expect(new Set((await noted()).map(({ transaction }) => transaction)).size).toBe(8)
})

test('jobs that lock the same thing never share a transaction', async () => {
  const countUp = (name: string) =>
    work(
      async ({ tx }) => {
        const { rows } = await tx.execute<{ count: number }>(
          sql`select count from counted where name = ${name} for update`,
        )
        await tx.execute(sql`update counted set count = ${Number(rows[0]?.count) + 1} where name = ${name}`)
      },
      { locks: [name] },
    )
  await Promise.all(names(40).map((_, at) => countUp(at % 2 === 0 ? 'one' : 'other')))
  const { rows } = await database.pool.query('select name, count from counted order by name')
  expect(rows).toEqual([
    { name: 'one', count: 20 },
    { name: 'other', count: 20 },
  ])
})

test('a job that refuses fails alone, and the others are done once', async () => {
  const end = await amongOthers(async (unit) => {
    await note(unit, 'refused')
    throw new Error('I refuse')
  })
  expect(end).toMatchObject({ status: 'rejected', reason: { message: 'I refuse' } })
  expect(await namesNoted()).toEqual(names(11))
})

test.each([
  ['that it waits for', async (unit: Work) => void (await note(unit, 'job 00'))],
  ['that it has left to the end', async (unit: Work) => unit.send(Promise.resolve(note(unit, 'job 00')))],
])('a statement that fails, %s, fails its job alone', async (_, job) => {
  await work((unit) => note(unit, 'job 00'))
  const ends = await Promise.allSettled(
    ['job 01', 'job 02', 'job 03', 'job 04', undefined, 'job 05', 'job 06'].map((name) =>
      work((unit) => (name === undefined ? job(unit) : note(unit, name)) as Promise<unknown>, { locks: [] }),
    ),
  )
  expect(ends.map(({ status }) => status === 'rejected')).toEqual(names(7).map((_name, at) => at === 4))
  expect(await namesNoted()).toEqual(names(7))
})

test.each([
  ['locks a name', (unit: Work) => lockName(unit, 'test', 'a name')],
  ['tries something that may fail', (unit: Work) => attempt(unit, (part) => note(part, 'tried'))],
])('a job that %s is done in a transaction of its own', async (_, job) => {
  const end = await amongOthers(async (unit) => {
    await job(unit)
    await note(unit, 'own')
    return unit.shared
  })
  expect(end).toEqual({ status: 'fulfilled', value: undefined })
  const rows = await noted()
  const own = rows.find(({ name }) => name === 'own')
  expect(rows.map(({ name }) => name).filter((name) => name.startsWith('job'))).toEqual(names(11))
  expect(rows.filter((row) => row.name.startsWith('job') && row.transaction === own?.transaction)).toEqual([])
})

// The embedded database has one connection: on it nobody waits for a row, and it cannot be lost.
describe.skipIf(process.env.TEST_DATABASE !== 'postgres')('on PostgreSQL', () => {
  const holdOne = () => holdRows(database, `select from counted where name = 'one' for update`)
  const countUp = ({ tx }: Work) => tx.execute(sql`update counted set count = count + 1 where name = 'one'`)
  const count = async () =>
    (await database.pool.query<{ count: number }>(`select count from counted where name = 'one'`)).rows[0]
      ?.count

  test('a job that waits for what somebody has locked keeps the others waiting for a moment only', async () => {
    const letGo = await holdOne()
    const patience: unknown[] = []
    const waiting = amongOthers(async (unit) => {
      patience.push((await unit.tx.execute(sql`show lock_timeout`)).rows[0])
      await countUp(unit)
    })
    await untilOneWaits(database)
    await expect.poll(namesNoted).toEqual(names(11))
    await work((unit) => note(unit, 'later'), { locks: [] })
    expect(await count()).toBe(0)
    await letGo()
    expect(await waiting).toMatchObject({ status: 'fulfilled' })
    // With the others, and then by itself.
    expect(patience).toEqual([{ lock_timeout: '500ms' }, { lock_timeout: '5s' }])
    expect(await count()).toBe(1)
  })

  test("those who lock what such a job locks wait for it, and are in nobody else's way meanwhile", async () => {
    const letGo = await holdOne()
    let tries = 0
    const first = amongOthers(
      (unit) => {
        tries++
        return countUp(unit)
      },
      ['one'],
    )
    await untilOneWaits(database)
    const others = [countUp, countUp].map((job) => work(job, { locks: ['one'] }))
    let [done, runs] = [0, 0]
    const going = { isOver: false }
    async function goOn(): Promise<void> {
      while (!going.isOver) {
        await work(
          async ({ tx }) => {
            runs++
            await tx.execute(sql`select 1`)
          },
          { locks: [] },
        )
        done++
      }
    }
    const busy = Promise.all(names(60).map(goOn))
    await expect.poll(() => tries).toBe(2)
    const before = done
    await expect.poll(() => done).toBeGreaterThan(before + 100)
    going.isOver = true
    await busy
    expect(runs).toBe(done)
    await letGo()
    await Promise.all([first, ...others])
    expect(await count()).toBe(3)
  })

  test('jobs whose connection is lost fail all of them, and none is done again', async () => {
    let runs = 0
    const ends = await Promise.allSettled(
      names(12).map((name, at) =>
        work(
          async (unit) => {
            await note(unit, name)
            if (at === 6) {
              runs++
              await unit.tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
            }
          },
          { locks: [] },
        ),
      ),
    )
    expect(runs).toBe(1)
    const done = names(12).filter((_, at) => ends[at]?.status === 'fulfilled')
    expect(await namesNoted()).toEqual(done)
    expect(done.length).toBeLessThan(11)
  })
})
