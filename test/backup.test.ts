import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlaces, run, runWell, ServedDesk, sumsOf, type Places } from './backups.ts'
import { startS3 } from './s3.ts'
import { Socket } from './socket.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
/** What a restored desk knows that the backup did not: that it was restored, and the numbers after that. */
const ofRestore = ['events', 'log_head']
const ofMoment = ['sessions', 'rate_limits']

let places: Places
let s3: Awaited<ReturnType<typeof startS3>>
const desks: ServedDesk[] = []

beforeAll(async () => {
  places = await makePlaces()
  s3 = await startS3()
})
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.stop()))
  await s3.stop()
  await places.remove()
})

const here = () => (isEmbedded ? places.embedded() : places.onPostgres(s3.settings))
const elsewhere = () => (isEmbedded ? places.onPostgres(s3.settings) : places.embedded())

async function served(env: Record<string, string>): Promise<ServedDesk> {
  const desk = await new ServedDesk(env).start()
  desks.push(desk)
  return desk
}

async function whatResumes(desk: ServedDesk, since: number): Promise<string> {
  const me = await desk.json<{ id: string }>('GET', '/api/auth/user')
  const socket = new Socket(
    new WebSocket(`${desk.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: desk.cookie, origin: desk.url },
    }),
  )
  await new Promise((resolve) => socket.raw.once('open', resolve))
  socket.send({ type: 'user:join', userId: me.id })
  await socket.hearsType('authenticated')
  socket.send({ type: 'resume', since })
  const { type } = await socket.hears((message) => ['resumed', 'resync'].includes(message.type))
  socket.raw.terminate()
  return type
}

test(
  'a backup that is made while people write has all they were told is saved, and fills the other kind of database',
  { timeout: 180_000 },
  async () => {
    const desk = await served(await here())
    const stop = desk.startWriting(4)
    while (desk.files.size < 4) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = { tickets: new Map(desk.tickets), files: new Map(desk.files) }
    const file = places.file('busy.backup')
    expect(await runWell('backup', [file], desk.env)).toMatch(
      /^.+busy\.backup: \d+ rows \(\d+ tickets\) and \d+ files/,
    )
    while (desk.tickets.size < before.tickets.size + 20)
      await new Promise((resolve) => setTimeout(resolve, 20))
    await stop()
    const { headers } = await desk.send('GET', '/api/auth/user')
    const ahead = Number(headers.get('log-position'))

    const other = await elsewhere()
    expect(await runWell('restore', [file], other)).toMatch(/^Restored \d+ rows/)
    const restored = await served(other)
    await restored.expectAll(before.tickets, before.files)
    // What was open before the disaster knows a later state of the same log, or an earlier one.
    expect([await whatResumes(restored, ahead), await whatResumes(restored, 1)]).toEqual(['resync', 'resync'])
    await restored.write()
    expect(await whatResumes(restored, ahead)).toBe('resync')
  },
)

test(
  'a desk moves to the other size and back with every row and every file as it was',
  { timeout: 180_000 },
  async () => {
    const start = places.embedded()
    const desk = await served(start)
    for (let turn = 0; turn < 5; turn++) await desk.write(Buffer.alloc(100_000 * turn + 1, 'words '))
    expect(await run('move', ['--to', places.file('nowhere')], start)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('already running') as string,
    })
    await desk.stop()
    const large = await places.onPostgres(s3.settings)
    const settings = places.file('large.env')
    await writeFile(
      settings,
      Object.entries(large)
        .map((pair) => pair.join('='))
        .join('\n'),
    )
    expect(await runWell('move', ['--to-env', settings], start)).toMatch(/^Moved and compared: .* 5 files/)
    expect(await sumsOf(large, ofMoment)).toEqual(await sumsOf(start, ofMoment))

    const back = places.file('back')
    expect(await runWell('move', ['--to', back], large)).toMatch(/^Moved and compared: .* 5 files/)
    const small = { ...start, DATA_DIR: back }
    expect(await sumsOf(small, ofMoment)).toEqual(await sumsOf(start, ofMoment))
    const again = await served(small)
    await again.expectAll(desk.tickets, desk.files)
  },
)

test('an encrypted backup is opened by its passphrase only', { timeout: 120_000 }, async () => {
  const env = await here()
  const desk = await served(env)
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
  { timeout: 120_000 },
  async () => {
    const env = await here()
    const desk = await served(env)
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
      : await places.onPostgres(s3.settings)
    expect((await run('restore', [file], beside)).complaint).toContain(
      'holds files of this installation already',
    )
    await runWell('restore', [file, '--take-over'], beside)
    expect(existsSync(file)).toBe(true)
  },
)
