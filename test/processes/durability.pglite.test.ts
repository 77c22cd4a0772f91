import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { visit, type Visitor } from '#test/processes/visitor.ts'

// The embedded database asks this of the disk; a PostgreSQL server looks after its own.

let folder = ''
let root: Visitor

const logFile = () => path.join(folder, 'fsync.log')
const failsFrom = () => path.join(folder, 'disk-fails')
const data = () => path.join(folder, 'data')

const probe = `--import=${new URL('../support/probes/fsync-probe.mjs', import.meta.url).href}`

async function start(): Promise<void> {
  root = await visit({
    DATA_DIR: data(),
    FSYNC_LOG: logFile(),
    FSYNC_FAILS_FROM: failsFrom(),
    NODE_OPTIONS: probe,
  })
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-durability-'))
  await start()
})
afterAll(async () => {
  await root.server.end('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Counts the times that the journal of the database was brought to the disk. */
const journalSyncs = () =>
  fs
    .readFileSync(logFile(), 'utf8')
    .split('\n')
    .filter((file) => /pg_wal|unknown/.test(file)).length

test('a change is acknowledged only when it is on the disk', async () => {
  for (let write = 0; write < 20; write++) {
    const before = journalSyncs()
    expect((await root.send('POST', '/api/tickets', ticketInput())).status).toBe(201)
    expect(journalSyncs()).toBeGreaterThan(before)
  }
})

test('a disk that refuses to sync ends the server with one sentence, and every acknowledged change is there after a restart', async () => {
  const kept = (await (await root.send('POST', '/api/tickets', ticketInput())).json()) as { id: string }
  fs.writeFileSync(failsFrom(), '')
  await expect(root.send('POST', '/api/tickets', ticketInput())).rejects.toThrow('fetch failed')
  const { code, output } = await root.server.ended
  expect(code).toBe(1)
  expect(output).toMatch(/\nThe disk did not take what was written to .+ \(EIO: .+\)\. .+\n$/)

  fs.rmSync(failsFrom())
  for (const entry of ['PG_VERSION', 'base/1']) fs.chmodSync(path.join(data(), 'database', entry), 0o755)
  await start()
  expect((await root.send('GET', `/api/tickets/${kept.id}`)).status).toBe(200)
  const { total } = (await (await root.send('GET', '/api/tickets')).json()) as { total: number }
  // The one that was not acknowledged may be there or not.
  expect([21, 22]).toContain(total)
})

test('files in the data directory are readable by their owner only, those of version 0.1.0 too', () => {
  const entries = fs.readdirSync(data(), { recursive: true, encoding: 'utf8' })
  expect(entries.length).toBeGreaterThan(500)
  const modeOf = (entry: string) => fs.lstatSync(path.join(data(), entry)).mode & 0o777
  expect(entries.filter((entry) => (modeOf(entry) & 0o077) !== 0)).toEqual([])
})

test('a database that was just made is on the disk, every file of it, before the server is ready', async () => {
  const directory = path.join(folder, 'first')
  const log = path.join(folder, 'first.log')
  const server = new ServerProcess(
    { DATA_DIR: directory, FSYNC_LOG: log, NODE_OPTIONS: probe },
    { isFirst: true },
  )
  await server.url()
  await server.end('SIGKILL')
  const synced = new Set(fs.readFileSync(log, 'utf8').split('\n'))
  for (const file of ['PG_VERSION', 'global/pg_control', 'base/1/1259', 'base/1', '.'])
    expect([file, synced.has(path.join(directory, 'database', file))]).toEqual([file, true])
})
