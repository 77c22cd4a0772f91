import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase, createDatabaseCopy, NoRoomForCopy } from './database-copy.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  mkdirSync(join(directory, 'database'))
  writeFileSync(join(directory, 'database', 'base'), 'rows')
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Lets a file of the database seem to have this share of the free space, of which it takes none. */
function growTo(share: number): void {
  const { bavail, bsize } = statfsSync(directory)
  truncateSync(join(directory, 'database', 'base'), Math.floor(bavail * bsize * share))
}

const now = new Date('2026-11-25T12:00:00Z')

test('a database without room for its copy and for the work is not brought up to date, and nothing is written', () => {
  growTo(0.6)
  expect(() => createDatabaseCopy(directory, '0.2.0', now)).toThrow(
    /^Bringing the database up to date needs \d+ MB of free space in .+; there are \d+ MB\. Make room, then start again\.$/,
  )
  expect(readdirSync(directory)).toEqual(['database'])
})

test('a backup without room for the copy it is made from is refused, and nothing is written', async () => {
  growTo(1.1)
  await expect(copyDatabase(directory, join(directory, 'moment'))).rejects.toThrow(NoRoomForCopy)
  expect(readdirSync(directory)).toEqual(['database'])
})

test('only the two newest copies are kept, each as the database was', () => {
  const kept = ['0.1.0', '0.2.0', '0.3.0'].map((version, day) =>
    createDatabaseCopy(directory, version, new Date(now.getTime() + day * 86_400_000)),
  )
  expect(
    readdirSync(directory)
      .sort()
      .map((name) => join(directory, name)),
  ).toEqual([...kept.slice(1), join(directory, 'database')])
})
