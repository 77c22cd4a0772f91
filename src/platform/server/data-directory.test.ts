import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUse, loadSecret, lockDirectory } from './data-directory.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a directory that is taken is refused with its name, and is free again when given back', async () => {
  const unlock = await lockDirectory(folder)
  const refused = await lockDirectory(folder).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DirectoryInUse)
  expect((refused as Error).message).toContain(fs.realpathSync(folder))
  unlock()
  ;(await lockDirectory(folder))()
})

test('the same directory by another name is the same directory', async () => {
  const other = `${folder}-link`
  fs.symlinkSync(folder, other)
  const unlock = await lockDirectory(folder)
  await expect(lockDirectory(other)).rejects.toThrow(DirectoryInUse)
  unlock()
  fs.rmSync(other)
})

test('a directory with a path too long for a socket is locked all the same', async () => {
  const deep = path.join(folder, 'x'.repeat(120))
  fs.mkdirSync(deep)
  const unlock = await lockDirectory(deep)
  await expect(lockDirectory(deep)).rejects.toThrow(DirectoryInUse)
  unlock()
})

test('a process that was killed leaves a directory that can be taken', async () => {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(new URL('data-directory.ts', import.meta.url).href)})
    await lockDirectory(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script])
  await once(owner.stdout, 'data')
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  ;(await lockDirectory(folder))()
})

test('the secret is made once and is its owner’s alone', () => {
  const secret = loadSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(loadSecret(folder)).toBe(secret)
  expect(fs.statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(folder)).toEqual(['secret'])
})
