import { createHash } from 'node:crypto'
import { extract, type Extract } from 'tar-stream'
import { parseJson } from '#platform/contract/narrowing.ts'
import {
  About,
  archiveLimits,
  BackupRefused,
  chunksOf,
  formatVersion,
  isOfSystem,
  Manifest,
  partNames,
  partPatterns,
  sumLine,
  untilRoom,
} from './archive.ts'

/** Part of an archive, in its order. Read the bytes of a file before the next part. */
export type Part =
  | { kind: 'about'; about: About }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'file'; path: string; size: number; bytes: AsyncIterable<Uint8Array> }
  | { kind: 'manifest'; manifest: Manifest }

const foreign = () => new BackupRefused('This is not a backup of Signalbox.')
const damaged = (what: string, cause?: unknown) =>
  new BackupRefused(`The backup is damaged: ${what}.`, { cause })

function faultOf(error: unknown): unknown {
  if (error instanceof BackupRefused || isOfSystem(error)) return error
  return damaged('its bytes are not those that were written', error)
}

async function feed(bytes: AsyncIterable<Uint8Array>, tar: Extract): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (tar.destroyed) return
      if (!tar.write(chunk)) await untilRoom(tar)
    }
    tar.end(undefined)
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Counts the parts and compares them with the checksums that follow them. */
function createTally() {
  const all = createHash('sha256')
  let unproved = ''
  let parts = 0
  return {
    note(name: string, sum: string): void {
      unproved += sumLine(sum, name)
      parts++
    },
    prove(text: string): void {
      if (text !== unproved) throw damaged('a part of it is not as it was written')
      all.update(text)
      unproved = ''
    },
    /** @throws {BackupRefused} for another content than was read */
    conclude({ parts: wanted, sums }: Manifest): void {
      if (unproved !== '' || parts !== wanted || all.digest('hex') !== sums)
        throw damaged('parts of it are missing')
    },
  }
}

function readAbout(text: string): About {
  const known = About.safeParse(parseJson(text))
  if (known.success && known.data.format === formatVersion) return known.data
  const { data } = About.pick({ product: true, format: true, program: true }).safeParse(parseJson(text))
  if (data && data.format > formatVersion)
    throw new BackupRefused(
      `The backup was made by a newer version of Signalbox (${data.program}), which this one cannot read. Restore it with that version or a later one.`,
    )
  throw foreign()
}

function readManifest(text: string): Manifest {
  const { data } = Manifest.safeParse(parseJson(text))
  if (!data) throw damaged('its list of contents cannot be read')
  return data
}

async function* read(tar: Extract): AsyncGenerator<Part> {
  const tally = createTally()
  let tables: Set<string> | undefined
  let isOver = false
  for await (const entry of tar) {
    const { name, size, type } = entry.header
    if (isOver) throw damaged('it goes on after its end')
    if (tables === undefined && name !== partNames.about) throw foreign()
    if (type !== 'file') throw damaged('it holds something that is no file')
    const hash = createHash('sha256')
    async function* bytes(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of chunksOf(entry)) {
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        throw faultOf(error)
      }
    }
    async function text(): Promise<string> {
      if (size > archiveLimits.heldBytes) throw damaged('a part of it is too large')
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes()) chunks.push(chunk)
      return Buffer.concat(chunks).toString()
    }
    const [, table] = partPatterns.rows.exec(name) ?? []
    const [, path] = partPatterns.file.exec(name) ?? []
    if (tables === undefined) {
      const about = readAbout(await text())
      tables = new Set(about.tables.map((one) => one.name))
      yield { kind: 'about', about }
      tally.note(name, hash.digest('hex'))
    } else if (table !== undefined && tables.has(table)) {
      const lines = (await text()).trimEnd().split('\n')
      tally.note(name, hash.digest('hex'))
      yield { kind: 'rows', table, lines }
    } else if (path !== undefined) {
      yield { kind: 'file', path, size, bytes: bytes() }
      tally.note(name, hash.digest('hex'))
    } else if (partPatterns.sums.test(name)) tally.prove(await text())
    else if (name === partNames.manifest) {
      const manifest = readManifest(await text())
      tally.conclude(manifest)
      isOver = true
      yield { kind: 'manifest', manifest }
    } else throw damaged('it holds something that does not belong there')
  }
  if (tables === undefined) throw foreign()
  if (!isOver) throw damaged('it ends before its end')
}

/**
 * Yields parts before their checksums are known: the manifest, the last part, proves them all.
 * @param bytes a tar
 * @throws {BackupRefused} for a foreign, damaged or truncated archive
 */
export async function* readArchive(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const tar = extract()
  const feeding = feed(bytes, tar)
  try {
    yield* read(tar)
    await feeding
  } catch (error) {
    throw faultOf(error)
  } finally {
    tar.destroy()
  }
}
