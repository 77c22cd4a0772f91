import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openPglite, openPostgres, type OpenDatabase } from '#platform/server/database/database.ts'
import { NewerDatabase } from '#platform/server/database/migrations.ts'
import { startApp } from '#test/harness.ts'
import {
  expectTickets,
  folder,
  isEmbedded,
  journalOf,
  migrations,
  migrationsOfFuture,
  migrationsWith,
  open,
  openRelease,
  said,
  ticketsOf,
  upgrade,
  warnings,
  tidyOldDesks,
} from '#test/processes/old-desks.ts'

tidyOldDesks()

test.skipIf(isEmbedded)(
  'one of several servers that start at once on a desk of version 0.1.0 brings it up to date',
  async () => {
    const database = await openRelease()
    const others = [openPostgres(database.url!), openPostgres(database.url!)]
    open.push(...others)
    await Promise.all([database, ...others].map((one) => upgrade(one)))
    const { rows } = await database.pool.query<{ applied: number }>(
      'select count(*)::int as applied from drizzle.__drizzle_migrations',
    )
    expect(rows[0]?.applied).toBe(journalOf(migrations).entries.length)
  },
)

test('a database of a newer version is refused in one sentence and left as it is', async () => {
  const database = await openRelease()
  await upgrade(database, { migrationsFolder: migrationsOfFuture() })
  const refused = await upgrade(database).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NewerDatabase)
  expect((refused as Error).message).toMatch(
    /^The database was written by a newer version of Signalbox, .+\.$/,
  )
  const { rows } = await database.pool.query('select * from of_the_future')
  expect(rows).toEqual([])
})

test.skipIf(isEmbedded)('the log says of a PostgreSQL server that it is brought up to date', async () => {
  const database = await openRelease()
  await upgrade(database, { migrationsFolder: migrationsOfFuture() })
  expect(warnings).toEqual([
    [{ pending: expect.arrayContaining(['9999_future']) }, expect.stringContaining('needs a backup')],
  ])
  warnings.length = 0
  await upgrade(database, { migrationsFolder: migrationsOfFuture() })
  expect(warnings).toEqual([])
})

test.skipIf(!isEmbedded)(
  'an embedded database is copied before it is brought up to date, and the older version can use the copy',
  { timeout: 60_000 },
  async () => {
    const directory = path.join(folder, 'data')
    for (const old of ['before-20260101T000000Z-0001_a', 'before-20260201T000000Z-0002_b'])
      fs.mkdirSync(path.join(directory, old), { recursive: true })
    const database = await openRelease(directory)
    await upgrade(database, { dataDirectory: directory, migrationsFolder: migrationsOfFuture() })
    const copies = fs.readdirSync(directory).filter((name) => name.startsWith('before-'))
    expect(copies).toEqual(['before-20260201T000000Z-0002_b', expect.stringMatching(/^before-\d{8}T\d{6}Z-/)])
    const copy = path.join(directory, copies[1]!)
    expect(warnings).toEqual([[expect.objectContaining({ copy }), expect.stringContaining('a copy')]])

    const restored = await openPglite(copy)
    open.push(restored)
    const { rows } = await restored.pool.query<{ n: number }>('select count(*)::int as n from tickets')
    expect(rows[0]?.n).toBe(5)
    expect((await restored.pool.query("select to_regclass('of_the_future') as it")).rows).toEqual([
      { it: null },
    ])
    expect(said).toEqual([
      expect.stringMatching(
        /^The database is brought up to date for version \S+, in \d+ steps[.] That takes moments[.]/,
      ),
    ])
    warnings.length = 0
    await upgrade(database, { dataDirectory: directory, migrationsFolder: migrationsOfFuture() })
    expect([warnings, fs.readdirSync(directory).filter((name) => name.startsWith('before-'))]).toEqual([
      [],
      copies,
    ])
  },
)

/** A table grows by a column at once; then something goes on for long that needs no more of it. */
const slowMigrations = () =>
  migrationsWith('slow', {
    '9998_column': 'alter table tickets add column cost_centre text; create table of_the_future (id int);',
    '9999_slow': 'insert into of_the_future select 1; select pg_sleep(600);',
  })
const migratingPid = async ({ pool }: OpenDatabase) => {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where query like '%pg_sleep(600)%' and datname = current_database() and wait_event = 'PgSleep'",
  )
  return rows[0]?.pid
}

test.skipIf(isEmbedded)(
  'while a long migration runs the older version reads and writes, and when it is interrupted it goes on where it was',
  async () => {
    const database = await openRelease()
    await upgrade(database)
    const desk = await startApp({ database })
    open.push({ close: () => desk.app.close() })
    const zoe = await desk.signIn('zoe@desk.example')
    const newer = openPostgres(database.url!)
    open.push(newer)

    const failed = upgrade(newer, { migrationsFolder: slowMigrations() }).catch((error: unknown) => error)
    await expect.poll(() => migratingPid(database)).toBeDefined()
    await expectTickets(zoe, await desk.signIn('jose@granja.example'))
    const changed = await zoe.put(`/api/tickets/${(await ticketsOf(zoe))[0]!.id}`, { priority: 'low' })
    expect(changed.status).toBe(200)
    await database.pool.query('select pg_terminate_backend($1)', [await migratingPid(database)])
    expect(await failed).toBeInstanceOf(Error)
    const columns = async () =>
      (await database.pool.query("select from information_schema.columns where column_name = 'cost_centre'"))
        .rowCount
    expect(await columns()).toBe(1)
    expect((await database.pool.query('select from of_the_future')).rowCount).toBe(0)

    const migrationsFolder = slowMigrations()
    fs.writeFileSync(path.join(migrationsFolder, '9999_slow.sql'), 'insert into of_the_future select 1;')
    warnings.length = 0
    await upgrade(newer, { migrationsFolder })
    expect(warnings[0]?.[0]).toEqual({ pending: ['9999_slow'] })
    expect((await database.pool.query('select from of_the_future')).rowCount).toBe(1)
  },
)

test.skipIf(isEmbedded)(
  'a table that somebody reads for long, as a backup does, is waited for without holding up others',
  async () => {
    const database = await openRelease()
    await upgrade(database)
    const newer = openPostgres(database.url!)
    open.push(newer)
    const reader = await database.pool.connect()
    await reader.query('begin; select from tickets limit 1')
    let isDone = false
    const done = upgrade(newer, {
      migrationsFolder: migrationsWith('column', { '9999_column': 'alter table tickets add column a text;' }),
    }).then(() => (isDone = true))
    const isWaiting = expect.stringContaining('in use')
    await expect.poll(() => warnings.at(-1)).toEqual([isWaiting])
    // Others would have to wait behind whoever waits for the whole table.
    expect((await database.pool.query('select from tickets')).rowCount).toBe(5)
    expect(isDone).toBe(false)
    await reader.query('commit')
    reader.release()
    await done
  },
)
