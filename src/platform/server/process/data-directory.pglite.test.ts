import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneOwner, raceForDirectory, spawnStarter } from '#test/processes/directory-race.ts'
import { DirectoryInUse, loadSecret, lockDirectory } from './data-directory.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a directory in use is refused with its name, and is free again when given back', async () => {
  const unlock = await lockDirectory(folder)
  const refused = await lockDirectory(folder).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DirectoryInUse)
  expect((refused as Error).message).toContain(fs.realpathSync(folder))
  await unlock()
  await (
    await lockDirectory(folder)
  )()
})

test('a directory under another name is the same directory', async () => {
  const other = `${folder}-link`
  fs.symlinkSync(folder, other)
  const unlock = await lockDirectory(folder)
  await expect(lockDirectory(other)).rejects.toThrow(DirectoryInUse)
  await unlock()
  fs.rmSync(other)
})

test('a path of any length is locked, whatever folder is for temporary files', async () => {
  const deep = path.join(folder, 'x'.repeat(120))
  const temporary = path.join(folder, 'temporary')
  fs.mkdirSync(deep)
  fs.mkdirSync(temporary)
  const unlock = await lockDirectory(deep)
  const other = await spawnStarter({ TMPDIR: temporary })
  expect(await other.ask(deep)).toBe('refused')
  await other.kill()
  await unlock()
})

test('a directory of a process that was killed can be taken', async () => {
  const owner = await spawnStarter()
  expect(await owner.ask(folder)).toBe('locked')
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse)
  await owner.kill()
  await (
    await lockDirectory(folder)
  )()
})

test('exactly one of ten processes that start at once after a kill gets the directory', async () => {
  expect(await raceForDirectory(folder, 5)).toEqual(Array.from({ length: 5 }, () => oneOwner))
})

test('a directory that a server of version 0.1.0 is using is refused', async () => {
  const first = net.createServer().listen(path.join(folder, 'lock.sock'))
  await once(first, 'listening')
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse)
  first.close()
  await once(first, 'close')
  await (
    await lockDirectory(folder)
  )()
})

const sign = 'instance.json'
const foreign = (beat: number) =>
  JSON.stringify({ system: 'another system', hostName: 'desk-2', instance: 'another instance', beat })

test('a shared directory in which a server on another host shows life is refused with the name of that host', async () => {
  let beat = 0
  fs.writeFileSync(path.join(folder, sign), foreign(beat))
  const beating = setInterval(() => fs.writeFileSync(path.join(folder, sign), foreign(++beat)), 100)
  const refused = await lockDirectory(folder).catch((error: unknown) => error)
  clearInterval(beating)
  expect(refused).toBeInstanceOf(DirectoryInUse)
  expect((refused as Error).message).toMatch(/ on the host desk-2 .+ use DATABASE_URL\.$/)
  expect(fs.readFileSync(path.join(folder, sign), 'utf8')).toBe(foreign(beat))
})

test('a server whose directory another host has taken ends before it can write more', async () => {
  const owner = await spawnStarter()
  expect(await owner.ask(folder)).toBe('locked')
  fs.writeFileSync(path.join(folder, sign), foreign(1))
  expect((await owner.ended).signal).toBe('SIGKILL')
  expect((await owner.ended).complaint).toMatch(/^Another Signalbox on another host has taken .+\n$/)
})

test('the secret is made once and readable by its owner alone', () => {
  const secret = loadSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(loadSecret(folder)).toBe(secret)
  expect(fs.statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(folder)).toEqual(['secret'])
})
