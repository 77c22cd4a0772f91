import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { syncFolder } from './sync-folder.ts'
import { createArrivals, type Arrival } from './disk-arrivals.ts'
import { createRoom, full } from './reserved-room.ts'
import { meterOf, overtaken, tooLarge } from './incoming-bytes.ts'
import { counted, missingPart, type ObjectStore, type PutTarget, type StoredPart } from './object-store.ts'
import type { createSigner } from './signed-put.ts'

interface Options {
  /** The folder of all objects; made when it is not there. */
  root: string
  /** Prefix of this installation, with a slash at its end. */
  prefix: string
  signer: ReturnType<typeof createSigner>
  /** Nothing is written that would leave less than this free. */
  floorBytes: number
}

export interface DiskStore extends ObjectStore {
  readonly origin: undefined
  /**
   * Takes the bytes for a signed address. An address with a nonce is good until something has arrived by it.
   * @param announced how many there are
   * @returns the ETag of what was stored, without quotes
   * @throws {AppError} `too_large`, `full`; `forbidden` for an address that was used; `not_found` for a part of an upload that is over;
   *   `invalid` when the sender breaks off or is too slow; `conflict` when the same thing is sent anew meanwhile
   */
  receive(target: PutTarget, bytes: Readable, announced: number): Promise<string>
}

/** With the prefix of an installation, or without one: so wrote version 0.1.0. */
const pathPattern = /^(?:(signalbox-[0-9a-f-]{36})\/)?[a-z]+\/[\w-]+$/
/** Folders that hold no objects. */
const scratchFolders = ['parts', 'temporary', 'used']

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

const used = () => forbidden('This address was used before. Ask for another one.')

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
export async function openDiskStore({ root, prefix, signer, floorBytes }: Options): Promise<DiskStore> {
  const own = path.join(root, prefix)
  for (const folder of scratchFolders) await mkdir(path.join(own, folder), { recursive: true, mode: 0o700 })

  function fileOf(objectPath: string): string {
    if (!pathPattern.test(objectPath)) throw notFound()
    return path.join(root, objectPath)
  }
  /** Beside the objects that the parts become. */
  function partsOf(objectPath: string, multipartId: string): string {
    const [whole, itsPrefix = ''] = pathPattern.exec(objectPath) ?? []
    if (whole === undefined || !/^[\w-]+$/.test(multipartId)) throw notFound()
    return path.join(root, itsPrefix, 'parts', multipartId)
  }
  const temporary = () => path.join(own, 'temporary', randomUUID())
  const usedFile = (nonce: string) => path.join(own, 'used', nonce)

  const room = createRoom(async () => {
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize
  }, floorBytes)
  const arrivals = createArrivals(async ({ path: objectPath, part }) => {
    const sizes = new Map<number, number>()
    if (part)
      for await (const { PartNumber, Size } of partFiles(partsOf(objectPath, part.multipartId)))
        sizes.set(PartNumber, Size)
    return sizes
  })

  /** Does a job that writes so many bytes while there is room for them. */
  async function withRoom<T>(bytes: number, job: () => Promise<T>): Promise<T> {
    const reservation = await room.reserve(bytes)
    return job().finally(reservation.release)
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

  /** Puts a part in the place of the one before with its number. */
  async function settlePart(file: string, { path: objectPath, part }: PutTarget, etag: string) {
    if (!part) return
    const folder = partsOf(objectPath, part.multipartId)
    const name = `${part.number}.${etag}`
    await settle(file, path.join(folder, name)).catch((error: unknown) => {
      throw isCode(error, 'ENOENT') ? notFound() : error
    })
    for (const other of await readdir(folder).catch(() => []))
      if (other.startsWith(`${part.number}.`) && other !== name)
        await rm(path.join(folder, other), { force: true })
  }

  async function settleWhole(file: string, objectPath: string): Promise<void> {
    const to = fileOf(objectPath)
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await settle(file, to)
  }

  /** Uses an address up, once for all processes that share the disk, unless the job fails. */
  async function spending(nonce: string | undefined, job: () => Promise<void>): Promise<void> {
    if (nonce === undefined) return job()
    const handle = await open(usedFile(nonce), 'wx', 0o600).catch((error: unknown) => {
      throw isCode(error, 'EEXIST') ? used() : error
    })
    await handle.close()
    try {
      await job()
    } catch (error) {
      await rm(usedFile(nonce), { force: true })
      throw error
    }
  }

  /** @returns the ETag */
  function takeIn(target: PutTarget, bytes: Readable, announced: number, arrival: Arrival): Promise<string> {
    return withTemporary(async (file) => {
      const reservation = await room.reserve(announced)
      try {
        const { meter, digest, overtake } = meterOf(bytes, announced, reservation)
        arrival.onOvertaken(() => {
          overtake()
          reservation.release()
        })
        await pipeline(meter, fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
        if (arrival.isOvertaken()) throw overtaken()
        const etag = digest()
        await spending(target.nonce, () =>
          target.part ? settlePart(file, target, etag) : settleWhole(file, target.path),
        )
        arrival.settled()
        return etag
      } finally {
        reservation.release()
      }
    })
  }

  return {
    origin: undefined,
    prefix,
    signPut: async (target, now) => ({
      url: signer.sign(target, now),
      headers: { 'Content-Type': 'application/octet-stream' },
    }),

    async receive(target, bytes, announced) {
      if (announced > target.maxBytes) throw tooLarge()
      if (target.nonce !== undefined && fs.existsSync(usedFile(target.nonce))) throw used()
      const arrival = await arrivals.admit(target, announced)
      try {
        return await takeIn(target, bytes, announced, arrival)
      } finally {
        arrival.end()
      }
    },

    async startParts(objectPath) {
      const multipartId = randomUUID()
      const folder = partsOf(objectPath, multipartId)
      await mkdir(folder, { mode: 0o700 })
      await syncFolder(path.dirname(folder))
      return multipartId
    },

    async listParts(objectPath, multipartId) {
      const parts: StoredPart[] = []
      for await (const { file: _, ...part } of partFiles(partsOf(objectPath, multipartId))) parts.push(part)
      return parts.toSorted((one, other) => one.PartNumber - other.PartNumber)
    },

    async completeParts(objectPath, multipartId, named, note) {
      const folder = partsOf(objectPath, multipartId)
      const stored = new Map<number, StoredPart & { file: string }>()
      for await (const part of partFiles(folder)) stored.set(part.PartNumber, part)
      const files = named.map(({ PartNumber, ETag }) => {
        const part = stored.get(PartNumber)
        if (part?.ETag !== ETag) throw missingPart(PartNumber)
        return part
      })
      const sum = files.reduce((sum, { Size }) => sum + Size, 0)
      const put = async (file: string) => {
        let count = 0
        await pipeline(
          async function* () {
            for (const part of files) {
              const chunks: AsyncIterable<Buffer> = fs.createReadStream(part.file)
              for await (const chunk of chunks) {
                yield chunk
                count += chunk.length
                note?.(count)
              }
            }
          },
          fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
        )
        await settleWhole(file, objectPath)
      }
      await withRoom(sum, () => withTemporary(put))
      arrivals.forget(multipartId)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },

    async abortParts(objectPath, multipartId) {
      arrivals.forget(multipartId)
      // Moved aside first: a part that is being written finds no folder to settle in.
      const aside = temporary()
      await rename(partsOf(objectPath, multipartId), aside).catch((error: unknown) => {
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
      const put = async (file: string) => {
        await writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true })
        await settleWhole(file, objectPath)
      }
      await withRoom(bytes.length, () => withTemporary(put))
    },

    async writeStream(objectPath, bytes, size) {
      const put = async (file: string) => {
        await pipeline(
          counted(bytes, size),
          fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
        )
        await settleWhole(file, objectPath)
      }
      await withRoom(size, () => withTemporary(put))
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
      for (const folder of await readdir(own, { withFileTypes: true })) {
        const holdsObjects = folder.isDirectory() && !scratchFolders.includes(folder.name)
        for (const name of holdsObjects ? await readdir(path.join(own, folder.name)) : []) {
          const found = await stat(path.join(own, folder.name, name)).catch(() => undefined)
          if (found && found.ctime < before) yield `${prefix}${folder.name}/${name}`
        }
      }
    },

    async removeScratch(before) {
      for (const folder of ['temporary', 'used'])
        for (const name of await readdir(path.join(own, folder))) {
          const file = path.join(own, folder, name)
          const found = await stat(file).catch(() => undefined)
          if (found && found.mtime < before) await rm(file, { recursive: true, force: true, maxRetries: 3 })
        }
    },
  }
}
