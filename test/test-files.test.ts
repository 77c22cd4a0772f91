import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTestFiles, onceAllTheSame, rarelyOnPostgres } from '../scripts/test-files.ts'

const embedded = listTestFiles('pglite')
const onPostgres = listTestFiles('postgres')
const once = embedded.filter((file) => !onPostgres.includes(file) && !onceAllTheSame.has(file))

test('every test runs on the embedded database, and every one that opens a database also on PostgreSQL', () => {
  expect(embedded).toEqual(expect.arrayContaining(onPostgres))
  // Through a helper of a helper, too.
  expect(onPostgres).toEqual(
    expect.arrayContaining([
      'src/features/tickets/server/ticket-list.test.ts',
      'test/access.test.ts',
      'test/crash.test.ts',
    ]),
  )
  const opens =
    /\b(startApp|openTestDatabase|createPostgresDatabase|startPostgres|TEST_DATABASE|TEST_POSTGRES_URL)\b/
  // This one only speaks of it.
  const others = once.filter((file) => file !== 'test/test-files.test.ts')
  expect(others.filter((file) => opens.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a file that runs on one database all the same is there, and says why', () => {
  for (const [file, reason] of onceAllTheSame) {
    expect(embedded).toContain(file)
    expect(reason).not.toBe('')
  }
})

test('a long test runs with the long ones only', () => {
  const [short, long] = [listTestFiles('pglite', 'short'), listTestFiles('pglite', 'long')]
  expect([...short, ...long].toSorted()).toEqual(embedded)
  expect(long.length).toBeGreaterThan(0)
  expect(long.filter((file) => !file.includes('.long.'))).toEqual([])
})

test('what is rarely run on PostgreSQL runs there with the long ones, and says why', () => {
  const [short, long] = [listTestFiles('postgres', 'short'), listTestFiles('postgres', 'long')]
  expect([...short, ...long].toSorted()).toEqual(onPostgres)
  for (const [file, reason] of rarelyOnPostgres) {
    expect(long).toContain(file)
    expect(listTestFiles('pglite', 'short')).toContain(file)
    expect(reason).not.toBe('')
  }
})
