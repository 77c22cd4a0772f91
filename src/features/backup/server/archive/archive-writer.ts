import { createHash } from 'node:crypto'
import { pack } from 'tar-stream'
import {
  archiveLimits,
  chunksOf,
  partNames,
  sumLine,
  untilRoom,
  type About,
  type Contents,
  type Manifest,
} from './archive.ts'

export interface ArchiveWriter {
  /** Call it first. */
  about(about: About): Promise<void>
  /** Adds rows of a table: lines with their ends. */
  rows(table: string, place: number, lines: string): Promise<void>
  /** @throws {Error} when the bytes are not exactly `size` */
  file(objectPath: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Call it last. */
  manifest(contents: Contents): Promise<void>
}

const pieceBytes = 64 * 1024

/** @param fill writes the parts in order @returns a tar; ends with the error of `fill` */
export async function* writeArchive(
  fill: (writer: ArchiveWriter) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const sums = createHash('sha256')
  let lines = ''
  let noted = 0
  let parts = 0
  let sumsParts = 0

  async function put(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) })
    // The reader of the archive is told.
    entry.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => entry.once('close', resolve))
    for await (const chunk of bytes) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; at += pieceBytes)
        if (!entry.write(chunk.subarray(at, at + pieceBytes))) await untilRoom(entry)
    }
    entry.end(undefined)
    await closed
    return hash.digest('hex')
  }
  const putText = (name: string, text: string) => {
    const bytes = Buffer.from(text)
    return put(name, bytes.length, [bytes])
  }

  async function writeSums(): Promise<void> {
    if (noted === 0) return
    const text = lines
    lines = ''
    noted = 0
    sums.update(text)
    await putText(partNames.sums(++sumsParts), text)
  }
  async function note(name: string, sum: string): Promise<void> {
    lines += sumLine(sum, name)
    noted++
    parts++
    if (noted === archiveLimits.partsPerSums) await writeSums()
  }
  const noteText = async (name: string, text: string) => note(name, await putText(name, text))

  const writer: ArchiveWriter = {
    about: (about) => noteText(partNames.about, `${JSON.stringify(about, null, 2)}\n`),
    rows: (table, place, text) => noteText(partNames.rows(table, place), text),
    async file(objectPath, size, bytes) {
      const name = partNames.file(objectPath)
      await note(name, await put(name, size, bytes))
    },
    async manifest(contents) {
      await writeSums()
      const manifest: Manifest = { ...contents, parts, sums: sums.digest('hex') }
      await putText(partNames.manifest, `${JSON.stringify(manifest, null, 2)}\n`)
    },
  }
  const filling = fill(writer).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  yield* chunksOf(tar)
  await filling
}
