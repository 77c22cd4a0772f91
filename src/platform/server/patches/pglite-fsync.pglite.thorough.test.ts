import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DurableNodeFS, durableStart } from './pglite-fsync.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-fsync-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Writes a row into a new database. @returns how often the disk was asked meanwhile */
async function syncsOfAWrite(files: NodeFS): Promise<number> {
  const database = await PGlite.create({ fs: files, startParams: durableStart })
  await database.exec('create table written (at int)')
  const calls = [vi.spyOn(fs, 'fsyncSync'), vi.spyOn(fs, 'fdatasyncSync')]
  await database.exec('insert into written values (1)')
  const count = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  await database.close()
  return count
}

test('a write is brought to the disk', async () => {
  expect(await syncsOfAWrite(new DurableNodeFS(folder))).toBeGreaterThan(0)
})

test('the patch is needed: the file system of PGlite brings nothing to the disk', async () => {
  expect(await syncsOfAWrite(new NodeFS(folder))).toBe(0)
})
