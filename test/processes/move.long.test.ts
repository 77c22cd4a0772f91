import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite, openPostgres } from '#platform/server/database/database.ts'
import { applyMigrations, ownMigrations } from '#platform/server/database/migrations.ts'
import { makePlaces, run, runWell, sumsOf, type Places } from '#test/trials/backups.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
/** A restored desk knows these beyond the backup: the restore itself, and the numbers after it. */
const ofRestore = ['last_backup', 'events', 'log_head']
const ofMoment = ['sessions', 'rate_limits', 'nodes']

let places: Places
beforeAll(async () => {
  places = await makePlaces()
})
afterAll(() => places.remove())

const today = () => new Date().toISOString().slice(0, 10)

const open = async ({ DATABASE_URL, DATA_DIR = '' }: Record<string, string>) =>
  DATABASE_URL === undefined ? openPglite(join(DATA_DIR, 'database')) : openPostgres(DATABASE_URL)

test(
  'a desk moves to the other size and back with every row and every file as it was',
  { timeout: 180_000 },
  async () => {
    const start = places.embedded()
    const desk = await places.served(start)
    for (let turn = 0; turn < 5; turn++) await desk.write(Buffer.alloc(100_000 * turn + 1, 'words '))
    expect(await run('move', ['--to', places.file('nowhere')], start)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('already running') as string,
    })
    await desk.stop()
    const large = await places.onPostgres(await places.bucket())
    const settings = places.file('large.env')
    await writeFile(
      settings,
      Object.entries(large)
        .map((pair) => pair.join('='))
        .join('\n'),
    )
    expect(await runWell('move', ['--to-env', settings], start)).toMatch(/^Moved and compared: .* 5 files/)
    expect(await sumsOf(large, ofMoment)).toEqual(await sumsOf(start, ofMoment))
    // The desk would be copied as it was if somebody forgot to say where it is now.
    const { code, complaint } = await run('backup', [places.file('left.backup')], start)
    expect([code, complaint]).toEqual([
      1,
      expect.stringContaining(`was moved on ${today()} to ${new URL(large.DATABASE_URL ?? '').host}/`),
    ])

    const back = places.file('back')
    expect(await runWell('move', ['--to', back], large)).toMatch(/^Moved and compared: .* 5 files/)
    const small = { ...start, DATA_DIR: back }
    expect(await sumsOf(small, ofMoment)).toEqual(await sumsOf(start, ofMoment))
    const again = await places.served(small)
    await again.expectAll(desk.tickets, desk.files)
  },
)

test('an encrypted backup is opened by its passphrase only', { timeout: 240_000 }, async () => {
  const env = await places.here()
  const desk = await places.served(env)
  await desk.write(Buffer.from('a secret'))
  await desk.stop()
  const file = places.file('secret.backup')
  expect((await run('backup', [file, '--encrypt'], env, 'too short')).complaint).toContain('at least 12')
  await runWell('backup', [file, '--encrypt'], env, 'a long passphrase\n')
  expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(await run('restore', [file, '--check'], env, 'another passphrase')).toEqual({
    code: 1,
    said: '',
    complaint: 'The passphrase does not open this backup.',
  })
  const target = places.embedded()
  await runWell('restore', [file], { ...target, BACKUP_PASSPHRASE: 'a long passphrase' })
  expect(await sumsOf(target, [...ofMoment, ...ofRestore])).toEqual(
    await sumsOf(env, [...ofMoment, ...ofRestore]),
  )
})

test(
  'a backup is restored into an empty database only, and beside nobody’s files',
  { timeout: 240_000 },
  async () => {
    const env = await places.here()
    const desk = await places.served(env)
    await desk.write(Buffer.from('a file'))
    const file = places.file('plain.backup')
    await runWell('backup', [file], env)
    expect((await run('backup', [file], env)).complaint).toContain('is there already')
    await desk.stop()
    const before = await sumsOf(env)
    expect((await run('restore', [file], env)).complaint).toContain('The database is in use')
    expect(await sumsOf(env)).toEqual(before)
    // A second desk on the files of the first would delete them.
    const beside = isEmbedded
      ? { ...env, ...(await places.onPostgres()), DATA_DIR: env.DATA_DIR ?? '' }
      : await places.onPostgres(await places.bucket())
    expect((await run('restore', [file], beside)).complaint).toContain(
      'holds files of this installation already',
    )
    await runWell('restore', [file, '--take-over'], beside)
    expect(existsSync(file)).toBe(true)
  },
)

test(
  'a backup of an older version is brought up to date as it is restored',
  { timeout: 180_000 },
  async () => {
    const old = await places.here()
    const database = await open(old)
    const client = await database.pool.connect()
    const journal = JSON.parse(await readFile(join(ownMigrations, 'meta', '_journal.json'), 'utf8')) as {
      entries: { when: number }[]
    }
    const momentOf = (place: number) => journal.entries[place]?.when ?? 0
    await applyMigrations(client, ownMigrations, momentOf(12))
    await client.query(
      await readFile(new URL('../support/fixtures/release-0.1.0.sql', import.meta.url), 'utf8'),
    )
    await applyMigrations(client, ownMigrations, momentOf(22))
    await client.query('insert into installation default values')
    client.release(true)
    await database.close()

    const file = places.file('old.backup')
    const { code, complaint } = await run('backup', [file], old)
    // The fixture has rows only.
    expect([code, complaint]).toEqual([0, expect.stringContaining('are not in the store')])
    const target = isEmbedded ? await places.onPostgres() : places.embedded()
    await runWell('restore', [file], target)
    const restored = await open(target)
    const { rows } = await restored.pool.query<{ tickets: string; answers: string }>(
      'select (select count(*) from tickets) as tickets, (select count(*) from saved_answers) as answers',
    )
    await restored.close()
    expect(rows).toEqual([{ tickets: '5', answers: '0' }])
  },
)
