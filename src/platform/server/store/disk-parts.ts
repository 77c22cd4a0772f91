import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#platform/contract/errors.ts'
import { asNewFile, isCode, type DiskFolder } from './disk-folder.ts'
import { missingPart, type PartMethods, type StoredPart } from './object-store.ts'
import { syncFolder } from './sync-folder.ts'

interface PartFile extends StoredPart {
  file: string
}

async function* partFiles(folder: string): AsyncGenerator<PartFile> {
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

export async function settlePart(
  { partsOf, settle }: DiskFolder,
  file: string,
  objectPath: string,
  { multipartId, number, etag }: { multipartId: string; number: number; etag: string },
): Promise<void> {
  const folder = partsOf(objectPath, multipartId)
  const name = `${number}.${etag}`
  await settle(file, path.join(folder, name)).catch((error: unknown) => {
    throw isCode(error, 'ENOENT') ? notFound() : error
  })
  for (const other of await readdir(folder).catch(() => []))
    if (other.startsWith(`${number}.`) && other !== name) await rm(path.join(folder, other), { force: true })
}

async function* joined(files: readonly PartFile[], note?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let count = 0
  for (const { file } of files) {
    const chunks: AsyncIterable<Buffer> = fs.createReadStream(file)
    for await (const chunk of chunks) {
      yield chunk
      count += chunk.length
      note?.(count)
    }
  }
}

/** Stores multipart uploads: a folder each, with a file for each part. */
export function createDiskParts({ partsOf, temporary, put }: DiskFolder): PartMethods {
  return {
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
      const stored = new Map<number, PartFile>()
      for await (const part of partFiles(folder)) stored.set(part.PartNumber, part)
      const files = named.map(({ PartNumber, ETag }) => {
        const part = stored.get(PartNumber)
        if (part?.ETag !== ETag) throw missingPart(PartNumber)
        return part
      })
      const sum = files.reduce((sum, { Size }) => sum + Size, 0)
      await put(objectPath, sum, (file) =>
        pipeline(joined(files, note), fs.createWriteStream(file, asNewFile)),
      )
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },

    async abortParts(objectPath, multipartId) {
      // Move the folder first: a part being written then finds none to settle in.
      const aside = temporary()
      await rename(partsOf(objectPath, multipartId), aside).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) throw error
      })
      await rm(aside, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
