import fs from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '#platform/contract/errors.ts'
import { createArrivals } from './disk-arrivals.ts'
import {
  asNewFile,
  isCode,
  openDiskFolder,
  scratchFolders,
  type DiskFolder,
  type Place,
} from './disk-folder.ts'
import { createDiskParts } from './disk-parts.ts'
import { createReception, type Receive } from './disk-reception.ts'
import { counted, type ObjectStore } from './object-store.ts'
import type { createSigner } from './signed-put.ts'
import { syncFolder } from './sync-folder.ts'

export interface DiskStore extends ObjectStore {
  readonly origin: undefined
  receive: Receive
}

type Whole = Pick<ObjectStore, 'find' | 'read' | 'write' | 'writeStream' | 'copy' | 'remove'>
type Sweeping = Pick<ObjectStore, 'listOlder' | 'removeScratch'>

const wholeObjects = ({ fileOf, put, settle, withTemporary }: DiskFolder): Whole => ({
  find: async (objectPath) =>
    stat(fileOf(objectPath)).then(
      ({ size }) => ({ size }),
      (error: unknown) => {
        if (isCode(error, 'ENOENT')) return undefined
        throw error
      },
    ),

  read: async (objectPath, range) => {
    // Open before returning, so that a missing file fails now and not within an answer.
    const handle = await open(fileOf(objectPath), 'r').catch((error: unknown) => {
      throw isCode(error, 'ENOENT') ? notFound() : error
    })
    return handle.createReadStream(range)
  },

  async write(objectPath, bytes) {
    await put(objectPath, bytes.length, (file) =>
      writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true }),
    )
  },

  async writeStream(objectPath, bytes, size) {
    await put(objectPath, size, (file) =>
      pipeline(counted(bytes, size), fs.createWriteStream(file, asNewFile)),
    )
  },

  async copy(from, to) {
    const target = fileOf(to)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await rm(target, { force: true })
    try {
      await link(fileOf(from), target)
    } catch (error) {
      if (isCode(error, 'ENOENT')) throw notFound()
      // Some file systems have no hard links.
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
})

const sweeping = ({ own, prefix }: DiskFolder): Sweeping => ({
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
})

interface Options extends Place {
  signer: ReturnType<typeof createSigner>
}

export async function openDiskStore({ signer, ...place }: Options): Promise<DiskStore> {
  const folder = await openDiskFolder(place)
  return {
    origin: undefined,
    prefix: place.prefix,
    signPut: async (target, now) => ({
      url: signer.sign(target, now),
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
    receive: createReception(folder, createArrivals()),
    ...createDiskParts(folder),
    ...wholeObjects(folder),
    ...sweeping(folder),
  }
}
