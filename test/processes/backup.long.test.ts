import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzipSync, zstdCompress, zstdDecompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlaces, run, runWell, ServedDesk, startCommand, type Places } from '#test/trials/backups.ts'
import { seed } from '#test/seed.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const kills = 10
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

let places: Places
let desk: ServedDesk
let file = ''
let passphrase = ''

beforeAll(async () => {
  places = await makePlaces()
  desk = await new ServedDesk(isEmbedded ? places.embedded() : await places.onPostgres()).start()
  for (let turn = 0; turn < 10; turn++) await desk.write(Buffer.from(`file ${turn} `.repeat(2000)))
  file = places.file('whole.backup')
  await runWell('backup', [file], desk.env)
  passphrase = 'a long passphrase'
  await runWell('backup', [places.file('encrypted.backup')], { ...desk.env, BACKUP_PASSPHRASE: passphrase })
}, 180_000)
afterAll(async () => {
  await desk.stop()
  await places.remove()
}, 240_000)

/** A number below `most`, the same for the same seed and place. */
const chosen = (place: number, most: number) =>
  Math.floor(((((seed % 9973) + 1) * (place + 1) * 0.618_033_988_7) % 1) * most)

/** An archive of these parts. */
async function tarOf(parts: Record<string, string>): Promise<Buffer> {
  const tar = pack()
  for (const [name, text] of Object.entries(parts)) tar.entry({ name }, text)
  tar.finalize()
  return buffer(Readable.from(tar))
}

/** A tar as a backup has it: compressed, and with the mark at its end. */
const sealed = async (tar: Buffer) =>
  Buffer.concat([await compress(tar), (await readFile(file)).subarray(-16)])

/** The whole backup with its tar changed. */
async function rewritten(change: (tar: Buffer) => Buffer): Promise<Buffer> {
  return sealed(change(await decompress(await readFile(file))))
}

const replaced = (from: string, to: string) => (tar: Buffer) => {
  const at = tar.indexOf(from)
  if (at < 0) throw new Error(`${from} does not stand in the backup`)
  return Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + from.length)])
}

const textAt = (block: Buffer, from: number, to: number) =>
  block.toString('utf8', from, to).replace(/\0.*$/s, '')

/** The same tar in which the first entry of a folder has another name, and the checksum of that. */
const renamed = (folder: string, to: string) => (tar: Buffer) => {
  const copy = Buffer.from(tar)
  let at = 0
  const nameOf = (block: Buffer) => [textAt(block, 345, 500), textAt(block, 0, 100)].filter(Boolean).join('/')
  while (!nameOf(copy.subarray(at)).startsWith(folder))
    at += 512 + Math.ceil(Number.parseInt(textAt(copy.subarray(at), 124, 136), 8) / 512) * 512
  const header = copy.subarray(at, at + 512)
  header.fill(0, 0, 100).fill(0, 345, 500).write(to, 0)
  header.fill(' ', 148, 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return copy
}

test(
  'thirty backups that are cut, changed, foreign, newer or sealed are refused in one sentence, and nothing is written',
  { timeout: 600_000 },
  async () => {
    const whole = await readFile(file)
    const encrypted = await readFile(places.file('encrypted.backup'))
    const about = /"program": "[^"]+",\n {2}"schema": \{\n {4}"name": "[^"]+",\n {4}"at": (\d+)/.exec(
      String(await decompress(whole)),
    )
    const cut = (bytes: Buffer, place: number) => bytes.subarray(0, 1 + chosen(place, bytes.length - 1))
    /** Behind the header of the frame, of which one bit says nothing. */
    const flipped = (bytes: Buffer, place: number) => {
      const copy = Buffer.from(bytes)
      const at = 16 + chosen(place, bytes.length - 16)
      copy[at] = (copy[at] ?? 0) ^ (1 << (place % 8))
      return copy
    }
    const foreign = 'This is not a backup of Signalbox.'
    const isDamaged = /^The backup is damaged: .+[.]$/
    const isNewer = /^The backup was made by a newer version of Signalbox .+[.]$/
    const stranger = 'The backup is damaged: it holds something that does not belong there.'
    type Broken = [name: string, bytes: Buffer, complaint: string | RegExp]
    const times = (count: number, make: (place: number) => Broken) =>
      Array.from({ length: count }, (_, place) => make(place))
    const schemaAt = about?.[1] ?? ''
    const broken: Broken[] = [
      ...times(7, (place) => [`cut ${place}`, cut(whole, place + 1), /^(This is not|The backup is damaged)/]),
      ['cut by one byte', whole.subarray(0, -1), isDamaged],
      ['cut by its mark', whole.subarray(0, -16), isDamaged],
      ['empty', Buffer.alloc(0), foreign],
      ...times(7, (place) => [
        `flipped ${place}`,
        flipped(whole, place),
        /^(This is not|The backup is damaged)/,
      ]),
      ...times(2, (place) => [
        `encrypted cut ${place}`,
        cut(encrypted, place),
        /^(This is not|The backup|The pass)/,
      ]),
      ...times(2, (place) => [
        `encrypted flipped ${place}`,
        flipped(encrypted, place),
        /^(This is not|The backup|The pass)/,
      ]),
      ['tar of another program', await sealed(await tarOf({ 'index.html': '<p>' })), foreign],
      ['gzip', gzipSync(await tarOf({ 'signalbox.json': '{}' })), foreign],
      [
        'other product',
        await rewritten(replaced('"product": "signalbox"', '"product": "switchbox"')),
        foreign,
      ],
      ['newer format', await rewritten(replaced('"format": 1,', '"format": 2,')), isNewer],
      [
        'newer schema',
        await rewritten(replaced(`"at": ${schemaAt}`, `"at": ${schemaAt.replaceAll(/./g, '9')}`)),
        isNewer,
      ],
      ['zip-slip up', await rewritten(renamed('files/', 'files/../../../slipped')), stranger],
      ['zip-slip absolute', await rewritten(renamed('files/', '/tmp/slipped')), stranger],
      ['zip-slip table', await rewritten(renamed('rows/tickets/', 'rows/../tickets/000001.jsonl')), stranger],
      [
        'changed row',
        await rewritten(replaced('"backup ', '"Backup ')),
        /a part of it is not as it was written/,
      ],
      [
        'missing end',
        await rewritten((tar) => tar.subarray(0, tar.lastIndexOf('manifest.json'))),
        /ends before its end/,
      ],
      [
        'second end',
        await rewritten((tar) => Buffer.concat([tar.subarray(0, -1024), tar])),
        /goes on after its end/,
      ],
    ]
    expect(broken.length).toBeGreaterThanOrEqual(30)
    const target = isEmbedded ? places.embedded() : await places.onPostgres()
    for (const [name, bytes, wanted] of broken) {
      const damaged = places.file(`${name}.backup`)
      await writeFile(damaged, bytes)
      const { code, said, complaint } = await run('restore', [damaged], {
        ...target,
        BACKUP_PASSPHRASE: passphrase,
      })
      expect([name, code, said]).toEqual([name, 1, ''])
      expect([name, complaint]).toEqual([name, expect.stringMatching(wanted)])
      expect(complaint).not.toContain('\n')
      expect([name, existsSync(target.DATA_DIR ?? '')]).toEqual([name, false])
    }
    expect(
      (await run('restore', [places.file('encrypted.backup')], target, 'a wrong passphrase')).complaint,
    ).toBe('The passphrase does not open this backup.')
    // The same place takes the whole one.
    await runWell('restore', [file], target)
  },
)

test(
  'a backup that is killed at ten points while twenty people write leaves no file, and the one after it has everything',
  { timeout: 600_000 },
  async () => {
    const stop = desk.startWriting(20)
    const folder = places.file('killed')
    await mkdir(folder)
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = startCommand('backup', [`${folder}/killed.backup`], desk.env)
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 300 + kill * 250))])
      child.kill('SIGKILL')
      await ended
      if (existsSync(`${folder}/killed.backup`)) {
        await runWell('restore', [`${folder}/killed.backup`, '--check'], desk.env)
        await rm(`${folder}/killed.backup`)
      }
    }
    const before = { tickets: new Map(desk.tickets), files: new Map(desk.files) }
    const last = `${folder}/killed.backup`
    await runWell('backup', [last], desk.env)
    await stop()
    expect((await readdir(folder)).filter((name) => !name.endsWith('.unfinished'))).toEqual(['killed.backup'])
    const target = isEmbedded ? places.embedded() : await places.onPostgres()
    // Interrupted, a restore can be repeated.
    let isDone = false
    for (let kill = 0; kill < kills && !isDone; kill++) {
      const { child, ended } = startCommand('restore', [last], target)
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500 + kill * 300))])
      child.kill('SIGKILL')
      isDone = (await ended).code === 0
    }
    // The last kill may have come between its commit and its end.
    const { complaint } = isDone ? { complaint: '' } : await run('restore', [last], target)
    expect(complaint).toMatch(/^$|^The database is in use/)
    const restored = await new ServedDesk(target).start()
    try {
      await restored.expectAll(before.tickets, before.files)
    } finally {
      await restored.stop()
    }
  },
)
