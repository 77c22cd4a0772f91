import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  alwaysInBrowser,
  alwaysOnBoth,
  listBrowserTestFiles,
  listTestFiles,
  onceAllTheSame,
  rarelyOnPostgres,
} from '../scripts/test-files.ts'

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

test('a file that runs on one database only exists, and has a reason', () => {
  for (const [file, reason] of onceAllTheSame) {
    expect(embedded).toContain(file)
    expect(reason).not.toBe('')
  }
})

test.each([1, 2, 3])(
  'the two parts together run every file on every database it is for (seed %i)',
  (seed) => {
    for (const [database, all] of [
      ['pglite', embedded],
      ['postgres', onPostgres],
    ] as const) {
      const [short, long] = [listTestFiles(database, 'short', seed), listTestFiles(database, 'long', seed)]
      expect([...short, ...long].toSorted()).toEqual(all)
      expect(short.filter((file) => file.includes('.long.'))).toEqual([])
    }
  },
)

test('the short part runs every file that is not long, on both databases where they matter', () => {
  const [one, other] = [7, 8].map((seed) => ({
    onPglite: listTestFiles('pglite', 'short', seed),
    onPostgres: listTestFiles('postgres', 'short', seed),
  }))
  const ordinary = embedded.filter((file) => !file.includes('.long.'))
  for (const short of [one!, other!])
    expect([...new Set([...short.onPglite, ...short.onPostgres])].toSorted()).toEqual(ordinary)
  const onBoth = one!.onPglite.filter((file) => one!.onPostgres.includes(file))
  expect(onBoth).toEqual([...alwaysOnBoth])
  expect(other!.onPostgres).not.toEqual(one!.onPostgres)
})

test('a file that is rarely run on PostgreSQL runs there in the long part, and has a reason', () => {
  const long = listTestFiles('postgres', 'long', 7)
  for (const [file, reason] of rarelyOnPostgres) {
    expect(long).toContain(file)
    expect(listTestFiles('pglite', 'short')).toContain(file)
    expect(reason).not.toBe('')
  }
})

test.each([1, 2, 3])('the two parts together run every file of browser tests (seed %i)', (seed) => {
  const [short, long] = [listBrowserTestFiles('short', seed), listBrowserTestFiles('long', seed)]
  expect([...short, ...long].toSorted()).toEqual(listBrowserTestFiles())
  expect(short).toEqual(expect.arrayContaining(alwaysInBrowser))
  expect(short.filter((file) => file.includes('.long.'))).toEqual([])
})

test('eight runs in a row run each file of browser tests, and one by hand leaves none out', () => {
  const ordinary = listBrowserTestFiles('short')
  const inTurn = [4, 5, 6, 7, 8, 9, 10, 11].flatMap((seed) =>
    listBrowserTestFiles('short', seed).filter((file) => !alwaysInBrowser.includes(file)),
  )
  expect([...inTurn, ...alwaysInBrowser].toSorted()).toEqual(ordinary)
})

const listOf = {
  pglite: (part: string, seed: number) => listTestFiles('pglite', part, seed),
  postgres: (part: string, seed: number) => listTestFiles('postgres', part, seed),
  browser: listBrowserTestFiles,
}

test.each(['pglite', 'postgres', 'browser'] as const)(
  'a dose is some of the long part of its seed, and 160 doses leave no long file out (%s)',
  (kind) => {
    const list = listOf[kind]
    const seeds = Array.from({ length: 160 }, (_, seed) => seed)
    const dosed = new Set<string>()
    for (const seed of seeds) {
      const [long, dose] = [list('long', seed), list('dose', seed)]
      expect(long).toEqual(expect.arrayContaining(dose))
      expect(dose.length).toBeLessThan(long.length)
      for (const file of dose) dosed.add(file)
    }
    expect([...dosed]).toEqual(
      expect.arrayContaining(list('long', 0).filter((file) => file.includes('.long.'))),
    )
  },
)
