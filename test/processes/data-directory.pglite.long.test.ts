import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from '#platform/server/process/data-directory.ts'
import { oneOwner, raceForDirectory } from '#test/processes/directory-race.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test(
  'exactly one of ten processes that start at once after a kill gets the directory, fifty times',
  { timeout: 300_000 },
  async () => {
    expect(await raceForDirectory(folder, 50)).toEqual(Array.from({ length: 50 }, () => oneOwner))
  },
)

test('a directory whose owner on another host is gone can be taken', { timeout: 240_000 }, async () => {
  const gone = { system: 'another system', hostName: 'desk-2', instance: 'another instance', beat: 7 }
  fs.writeFileSync(path.join(folder, 'instance.json'), JSON.stringify(gone))
  const unlock = await lockDirectory(folder)
  expect(fs.readFileSync(path.join(folder, 'instance.json'), 'utf8')).not.toContain('desk-2')
  await unlock()
})
