import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWork } from '#app/server/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { attempt } from './attempt.ts'
import { localBus } from './bus.ts'
import { preparedSql } from './database/query-builder.ts'
import { systemClock } from './clock.ts'
import type { DoWork, Work } from './work.ts'

let database: TestDatabase
let work: DoWork
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query('create table noted (tries int)')
  work = openWork(database, systemClock, localBus())
})
afterAll(() => database.close())

/** Ends a transaction as PostgreSQL does, from within a statement. */
const fail = ({ tx }: Work, code: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'it collided' using errcode = '${code}'; end $$`))

/** Notes each try, and fails in the first ones. @returns how often it was tried */
function failing(code: string, times: number) {
  let tries = 0
  const job = async (unit: Work) => {
    tries++
    await unit.tx.execute(sql`insert into noted values (${tries})`)
    if (tries <= times) await fail(unit, code)
    return tries
  }
  return { job, tries: () => tries }
}
const noted = async () =>
  (await database.pool.query<{ tries: number }>('delete from noted returning tries')).rows.map(
    ({ tries }) => tries,
  )

test.each(['40P01', '40001'])(
  'a unit of work that collides (%s) is done again, as if for the first time',
  async (code) => {
    expect(await work(failing(code, 3).job)).toBe(4)
    expect(await noted()).toEqual([4])
  },
)

test('a unit of work that collides four times is given up, and who asked is told to try again', async () => {
  const { job, tries } = failing('40P01', 4)
  await expect(work(job)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterS: 1 } })
  expect([tries(), await noted()]).toEqual([4, []])
})

test('a job that fails for another reason is not done again', async () => {
  const { job, tries } = failing('23514', 1)
  await expect(work(job)).rejects.toThrow('Failed query')
  expect([tries(), await noted()]).toEqual([1, []])
})

/** Sent when it is called, while a built statement waits to be awaited. */
const notePrepared = preparedSql('note_a_try', 'insert into noted values ($1)')
const noteBuilt = ({ tx }: Work, tries: number) => tx.execute(sql`insert into noted values (${tries})`)

test('statements that are sent reach the database in the order of their calls', async () => {
  await work((unit) => {
    unit.send(noteBuilt(unit, 1))
    unit.send(notePrepared(unit.tx, [2]))
    unit.send(noteBuilt(unit, 3))
    return Promise.resolve()
  })
  expect(await noted()).toEqual([1, 2, 3])
})

test('an attempt that fails leaves nothing, not even its first statement', async () => {
  const refused = new Error('refused')
  await work(async (unit) => {
    const attempted = attempt(unit, async (inner) => {
      await notePrepared(inner.tx, [1])
      throw refused
    })
    await expect(attempted).rejects.toBe(refused)
    await noteBuilt(unit, 2)
  })
  expect(await noted()).toEqual([2])
})
