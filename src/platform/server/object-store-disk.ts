import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, invalid, notFound } from '#platform/contract/errors.ts'
import type { ObjectStore, PutTarget, StoredPart } from './object-store.ts'
import type { createSigner } from './signed-put.ts'

interface Options {
  /** The folder of all objects; made when it is not there. */
  root: string
  signer: ReturnType<typeof createSigner>
  /** Nothing is written that would leave less than this free. */
  floorBytes: number
}

export interface DiskStore extends ObjectStore {
  readonly origin: undefined
  /**
   * Takes the bytes for a signed address.
   * @returns the ETag of what was stored, without quotes
   * @throws {AppError} `too_large`, `full`; `not_found` for a part of an upload that is over; `invalid` when the sender breaks off
   */
  receive(target: PutTarget, bytes: Readable, announced: number | undefined): Promise<string>
}

const pathPattern = /^[a-z]+\/[\w-]+$/
const slowestBytesPerS = 1024
const looksEveryMs = 30_000

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

const full = () => new AppError('full', 'There is no room left for files on the server.')
const brokenOff = () => invalid('body', 'The connection ended before the whole file had come.')
const tooLarge = () => new AppError('too_large', 'The file is larger than was announced.')

/** Writes a folder's own entries to the disk, so that a renamed file keeps its name through a power cut. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Passes bytes on, and drops the rest once nobody wants them: to end their stream would end the connection, and the sender would never
 * read why.
 */
function feed(bytes: Readable, meter: Transform): void {
  bytes.pipe(meter)
  bytes.once('error', () => meter.destroy(brokenOff()))
  bytes.once('close', () => bytes.readableEnded || meter.destroy(brokenOff()))
  meter.once('close', () => {
    bytes.unpipe(meter)
    bytes.resume()
  })
}

/** Passes bytes on, counts and hashes them, and ends a stream that brings too many or hardly any. */
function createMeter(maxBytes: number) {
  const hash = createHash('sha256')
  let count = 0
  let countBefore = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > maxBytes) return done(tooLarge())
      hash.update(chunk)
      return done(null, chunk)
    },
  })
  const look = setInterval(() => {
    if (count - countBefore < (slowestBytesPerS * looksEveryMs) / 1000)
      meter.destroy(invalid('body', 'The file came too slowly. Please try again.'))
    countBefore = count
  }, looksEveryMs)
  meter.once('close', () => clearInterval(look))
  return { meter, digest: () => hash.digest('hex') }
}

async function* partFiles(folder: string): AsyncGenerator<StoredPart & { file: string }> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw isCode(error, 'ENOENT') ? notFound() : error
  })
  for (const name of names) {
    const [, number, etag] = /^(\d+)\.([0-9a-f]{64})$/.exec(name) ?? []
    if (number === undefined || etag === undefined) continue
    const file = path.join(folder, name)
    const { size } = await stat(file)
    yield { PartNumber: Number(number), ETag: etag, Size: size, file }
  }
}

/** Keeps objects as files below one folder. */
export async function openDiskStore({ root, signer, floorBytes }: Options): Promise<DiskStore> {
  const partsRoot = path.join(root, 'parts')
  const temporaryRoot = path.join(root, 'temporary')
  for (const folder of [root, partsRoot, temporaryRoot]) await mkdir(folder, { recursive: true, mode: 0o700 })

  function fileOf(objectPath: string): string {
    if (!pathPattern.test(objectPath)) throw notFound()
    return path.join(root, objectPath)
  }
  function partsOf(multipartId: string): string {
    if (!/^[\w-]+$/.test(multipartId)) throw notFound()
    return path.join(partsRoot, multipartId)
  }
  const temporary = () => path.join(temporaryRoot, randomUUID())

  async function requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(root)
    if (bavail * bsize - bytes < floorBytes) throw full()
  }

  /** Brings a finished file to its place. */
  async function settle(from: string, to: string): Promise<void> {
    await rename(from, to)
    await syncFolder(path.dirname(to))
  }

  /** Does something with a file of its own that is gone afterwards unless it was settled. */
  async function withTemporary<T>(job: (file: string) => Promise<T>): Promise<T> {
    const file = temporary()
    try {
      return await job(file)
    } catch (error) {
      if (isCode(error, 'ENOSPC', 'EDQUOT')) throw full()
      throw error
    } finally {
      await rm(file, { force: true })
    }
  }

  async function settlePart(
    file: string,
    { multipartId, number }: NonNullable<PutTarget['part']>,
    etag: string,
  ) {
    const folder = partsOf(multipartId)
    const name = `${number}.${etag}`
    await settle(file, path.join(folder, name)).catch((error: unknown) => {
      throw isCode(error, 'ENOENT') ? notFound() : error
    })
    for await (const part of partFiles(folder))
      if (part.PartNumber === number && path.basename(part.file) !== name)
        await rm(part.file, { force: true })
  }

  async function requireRoomInUpload({ maxBytes, part }: PutTarget, announced: number): Promise<void> {
    if (announced > maxBytes) throw tooLarge()
    if (!part) return
    let sum = announced
    for await (const { PartNumber, Size } of partFiles(partsOf(part.multipartId)))
      if (PartNumber !== part.number) sum += Size
    if (sum > maxBytes) throw tooLarge()
  }

  return {
    origin: undefined,
    signPut: async (target, now) => ({
      url: signer.sign(target, now),
      headers: { 'Content-Type': 'application/octet-stream' },
    }),

    async receive(target, bytes, announced = 0) {
      await requireRoomInUpload(target, announced)
      await requireRoom(announced)
      return withTemporary(async (file) => {
        const { meter, digest } = createMeter(target.maxBytes)
        feed(bytes, meter)
        await pipeline(meter, fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
        const etag = digest()
        if (target.part) await settlePart(file, target.part, etag)
        else {
          const to = fileOf(target.path)
          await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
          await settle(file, to)
        }
        return etag
      })
    },

    async startParts() {
      const multipartId = randomUUID()
      await mkdir(partsOf(multipartId), { mode: 0o700 })
      await syncFolder(partsRoot)
      return multipartId
    },

    async listParts(_path, multipartId) {
      const parts: StoredPart[] = []
      for await (const { file: _, ...part } of partFiles(partsOf(multipartId))) parts.push(part)
      return parts.toSorted((one, other) => one.PartNumber - other.PartNumber)
    },

    async completeParts(objectPath, multipartId, named, note) {
      const folder = partsOf(multipartId)
      const stored = new Map<number, StoredPart & { file: string }>()
      for await (const part of partFiles(folder)) stored.set(part.PartNumber, part)
      const files = named.map(({ PartNumber, ETag }) => {
        const part = stored.get(PartNumber)
        if (part?.ETag !== ETag) throw invalid('parts', `Part ${PartNumber} has not arrived as it was named.`)
        return part
      })
      await requireRoom(files.reduce((sum, { Size }) => sum + Size, 0))
      await withTemporary(async (file) => {
        let count = 0
        await pipeline(
          async function* () {
            for (const part of files)
              for await (const chunk of fs.createReadStream(part.file) as AsyncIterable<Buffer>) {
                yield chunk
                count += chunk.length
                note?.(count)
              }
          },
          fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
        )
        const to = fileOf(objectPath)
        await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
        await settle(file, to)
      })
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },

    async abortParts(_path, multipartId) {
      // Moved aside first: a part that is being written finds no folder to settle in.
      const aside = temporary()
      await rename(partsOf(multipartId), aside).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) throw error
      })
      await rm(aside, { recursive: true, force: true, maxRetries: 3 })
    },

    find: async (objectPath) =>
      stat(fileOf(objectPath)).then(
        ({ size }) => ({ size }),
        (error: unknown) => {
          if (isCode(error, 'ENOENT')) return undefined
          throw error
        },
      ),

    read: async (objectPath, range) => {
      // Opened before it is returned, so that a file that is not there is an error now and not in the middle of an answer.
      const handle = await open(fileOf(objectPath), 'r').catch((error: unknown) => {
        throw isCode(error, 'ENOENT') ? notFound() : error
      })
      return handle.createReadStream(range)
    },

    async write(objectPath, bytes) {
      await requireRoom(bytes.length)
      await withTemporary(async (file) => {
        await writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true })
        const to = fileOf(objectPath)
        await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
        await settle(file, to)
      })
    },

    async copy(from, to) {
      const target = fileOf(to)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await rm(target, { force: true })
      try {
        await link(fileOf(from), target)
      } catch (error) {
        if (isCode(error, 'ENOENT')) throw notFound()
        // Some file systems know no links.
        await withTemporary(async (file) => {
          await copyFile(fileOf(from), file)
          await settle(file, target)
        })
      }
      await syncFolder(path.dirname(target))
    },

    async remove(paths) {
      for (const objectPath of paths) await rm(fileOf(objectPath), { force: true })
    },

    async *listOlder(before) {
      for (const folder of await readdir(root, { withFileTypes: true })) {
        const isOurs = folder.isDirectory() && !['parts', 'temporary'].includes(folder.name)
        for (const name of isOurs ? await readdir(path.join(root, folder.name)) : []) {
          const found = await stat(path.join(root, folder.name, name)).catch(() => undefined)
          if (found && found.ctime < before) yield `${folder.name}/${name}`
        }
      }
    },

    async abandonOlder(before) {
      for (const folder of [partsRoot, temporaryRoot])
        for (const name of await readdir(folder)) {
          const found = await stat(path.join(folder, name)).catch(() => undefined)
          if (found && found.mtime < before)
            await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 })
        }
    },
  }
}
