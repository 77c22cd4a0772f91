import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { notFound } from '#platform/contract/errors.ts'
import { createRoom, full } from './reserved-room.ts'
import { syncFolder } from './sync-folder.ts'

/** Version 0.1.0 wrote without the prefix of the installation. */
const pathPattern = /^(?:(signalbox-[0-9a-f-]{36})\/)?[a-z]+\/[\w-]+$/
/** Folders that hold no objects. */
export const scratchFolders = ['parts', 'temporary', 'used']

export const asNewFile = { flags: 'wx', mode: 0o600, flush: true }

export const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

export interface Place {
  root: string
  /** Prefix of this installation, with a slash at its end. */
  prefix: string
  floorBytes: number
}

/** Opens the folder of all objects, and writes files atomically while there is room. */
export async function openDiskFolder({ root, prefix, floorBytes }: Place) {
  const own = path.join(root, prefix)
  for (const folder of scratchFolders) await mkdir(path.join(own, folder), { recursive: true, mode: 0o700 })
  const room = createRoom(async () => {
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize
  }, floorBytes)

  function fileOf(objectPath: string): string {
    if (!pathPattern.test(objectPath)) throw notFound()
    return path.join(root, objectPath)
  }
  const temporary = () => path.join(own, 'temporary', randomUUID())

  async function settle(from: string, to: string): Promise<void> {
    await rename(from, to)
    await syncFolder(path.dirname(to))
  }
  async function settleWhole(file: string, objectPath: string): Promise<void> {
    const to = fileOf(objectPath)
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await settle(file, to)
  }

  /** Runs a job with a temporary file, removed afterwards unless it was moved. */
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

  return {
    own,
    prefix,
    room,
    fileOf,
    partsOf(objectPath: string, multipartId: string): string {
      const [whole, itsPrefix = ''] = pathPattern.exec(objectPath) ?? []
      if (whole === undefined || !/^[\w-]+$/.test(multipartId)) throw notFound()
      return path.join(root, itsPrefix, 'parts', multipartId)
    },
    usedFile: (nonce: string) => path.join(own, 'used', nonce),
    temporary,
    settle,
    settleWhole,
    withTemporary,
    async put(objectPath: string, bytes: number, write: (file: string) => Promise<void>): Promise<void> {
      const reservation = await room.reserve(bytes)
      await withTemporary(async (file) => {
        await write(file)
        await settleWhole(file, objectPath)
      }).finally(reservation.release)
    },
  }
}

export type DiskFolder = Awaited<ReturnType<typeof openDiskFolder>>
