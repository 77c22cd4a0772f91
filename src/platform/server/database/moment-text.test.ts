import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { momentText } from './moment-text.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a moment of the database is written as a date writes it, wherever the time zone is', async () => {
  const { pool } = database
  const moments = [
    '2026-11-24 22:00:00',
    '1999-12-31 23:59:59.9',
    '2026-03-01 00:00:00.120',
    '2026-07-05 12:30:01.007',
  ]
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns']) {
    const client = await pool.connect()
    await client.query(`set timezone = '${zone}'`)
    const { rows } = await client.query<{ text: string }>(
      'select (moment || $2)::timestamptz(3)::text as text from unnest($1::text[]) as moment',
      [moments, '+00'],
    )
    await client.query('reset timezone')
    client.release()
    expect(rows.map(({ text }) => momentText(text))).toEqual(
      moments.map((moment) => new Date(`${moment}Z`).toISOString()),
    )
  }
})

test('moments come in UTC, which is the quick way', async () => {
  const { pool } = database
  const { rows } = await pool.query<{ text: string }>(
    `select '2026-07-05 12:30:00+00'::timestamptz::text as text`,
  )
  expect(rows).toEqual([{ text: '2026-07-05 12:30:00+00' }])
})

test('what is no moment is refused', () => {
  expect(() => momentText('infinity')).toThrow(RangeError)
})
