import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openFiles } from '#platform/server/store/files.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { eventLog } from '#features/event-log/server/feature.ts'
import { notifications } from '#features/notifications/server/feature.ts'
import { aTicket } from '#test/factories.ts'
import { startApp } from '#test/harness.ts'
import { untilMailed } from '#test/mails.ts'
import { deliveryKinds } from './features.ts'
import { sendingChecks, vitalChecks } from './checks.ts'
import { createHealth, healthRoutes, type Health } from './health.ts'

const minuteMs = 60_000
let database: TestDatabase
/** Holds the files, on a disk with room. */
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'signalbox-health-'))
})
const leave: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const one of leave.splice(0).toReversed()) await one()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** The checks of a server that keeps files there. */
async function healthOf(DATA_DIR = folder, DISK_FLOOR_MB = 0, atMs = Date.now()): Promise<Health> {
  const env = { DATA_DIR, DISK_FLOOR_MB, MAX_UPLOAD_MB: 1 }
  const clock = { now: () => new Date(atMs) }
  return createHealth(
    database.db,
    ...vitalChecks(database, await openFiles(env, 'the secret of a test', crypto.randomUUID()), env),
    ...eventLog.checks({ db: database.db, clock }),
    ...notifications.checks({ db: database.db, clock }),
    ...sendingChecks({ db: database.db, clock, kinds: deliveryKinds }),
  )
}

/** Asks as anybody may, and returns the answer. */
async function ask(health: Health, path = '/readyz') {
  const app = fastify()
  healthRoutes(app, health)
  const answer = await app.inject(path)
  return { status: answer.statusCode, body: answer.json<unknown>() }
}
const ready = { status: 200, body: { status: 'ready' } }
const notReady = (...faults: string[]) => ({ status: 503, body: { status: 'not ready', faults } })
const degraded = (...faults: string[]) => ({ status: 200, body: { status: 'degraded', faults } })

test('a healthy server says that it is well and nothing else', async () => {
  expect(await ask(await healthOf())).toEqual(ready)
})

test('a server with less disk space than DISK_FLOOR_MB is alive and not ready', async () => {
  const health = await healthOf(folder, 1_000_000_000)
  expect(await ask(health)).toEqual(notReady('disk'))
  expect(await ask(health, '/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
})

/** A small disk of its own; undefined where this user may not mount one. */
async function smallDisk(): Promise<string | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'signalbox-disk-'))
  const remove = () => rm(disk, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    await remove()
    return undefined
  }
  leave.push(async () => {
    execFileSync('umount', ['--lazy', disk])
    await remove()
  })
  return disk
}

test('a server whose disk is full is not ready until something was removed', async ({ skip }) => {
  const disk = await smallDisk()
  if (disk === undefined) return skip('Mounting a disk of its own needs root.')
  const file = join(disk, 'filling')
  await writeFile(file, Buffer.alloc(8 * 1024 * 1024)).catch(() => undefined)
  const health = await healthOf(disk, 1)
  expect(await ask(health)).toEqual(notReady('disk'))
  await rm(file)
  await expect.poll(() => ask(health)).toEqual(ready)
})

test('a server without the newest migration is not ready', async () => {
  const { rows } = await database.pool.query<{ id: number; hash: string; created_at: string }>(
    `delete from drizzle.__drizzle_migrations
     where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *`,
  )
  expect(await ask(await healthOf())).toEqual(notReady('migrations'))
  await database.pool.query(
    'insert into drizzle.__drizzle_migrations select * from json_populate_record(null::drizzle.__drizzle_migrations, $1)',
    [rows[0]],
  )
  // As a newer version has left it behind.
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  )
  expect(await ask(await healthOf())).toEqual(ready)
})

test('a server that is stopping is not ready', async () => {
  const health = await healthOf()
  health.stop()
  expect(await ask(health)).toEqual(notReady('stopping'))
})

test('/readyz names mails, texts and replies that are ten minutes late, and still answers 200', async () => {
  const { pool } = database
  const late = new Date(Date.now() - 9 * minuteMs)
  await pool.query(
    `insert into deliveries (kind, payload, due_at) values ('reply', '{"phoneNumber": "49", "message": ""}', $1)`,
    [late],
  )
  expect(await ask(await healthOf())).toEqual(ready)
  expect(await ask(await healthOf(folder, 0, Date.now() + 2 * minuteMs))).toEqual(degraded('whatsapp'))
  await pool.query('delete from deliveries')
})

test('/readyz names a link to set a password that is refused again and again', async () => {
  await database.pool.query(
    `insert into deliveries (kind, payload, due_at, attempts, failure, expires_at)
     values ('link', '{"purpose": "reset", "email": "ana@example.com", "ip": ""}', $1, 4, 'refused', $2)`,
    [new Date(Date.now() + minuteMs), new Date(Date.now() + 60 * minuteMs)],
  )
  expect(await ask(await healthOf())).toEqual(degraded('mail'))
  await database.pool.query('delete from deliveries')
})

test('/readyz names a follower of the log that has stood still for a minute', async () => {
  const desk = await startApp({ database })
  await aTicket(await desk.signedIn('client'))
  await untilMailed(desk)
  await desk.close()
  await database.pool.query('update log_followers set position = position - 1')
  expect(await ask(await healthOf())).toEqual(ready)
  expect(await ask(await healthOf(folder, 0, Date.now() + 2 * minuteMs))).toEqual(degraded('notifications'))
})

test('/readyz names a database that does not answer, and nothing more of it', async () => {
  const closed = await openTestDatabase()
  await closed.close()
  const env = { DATA_DIR: folder, DISK_FLOOR_MB: 0, MAX_UPLOAD_MB: 1 }
  const files = await openFiles(env, 'the secret of a test', crypto.randomUUID())
  expect(await ask(createHealth(closed.db, ...vitalChecks(closed, files, env)))).toEqual(notReady('database'))
})
