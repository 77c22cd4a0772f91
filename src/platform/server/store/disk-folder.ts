import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { notFound } from '#platform/contract/errors.ts'
import { createRoom, full } from './reserved-room.ts'
import { syncFolder } from './sync-folder.ts'

/** With the prefix of an installation, or without one: so wrote version 0.1.0. */
const pathPattern = /^(?:(signalbox-[0-9a-f-]{36})\/)?[a-z]+\/[\w-]+$/
/** Folders that hold no objects. */
export const scratchFolders = ['parts', 'temporary', 'used']

/** For the stream to a file that must not be there yet. */
export const asNewFile = { flags: 'wx', mode: 0o600, flush: true }

export const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

export interface Place {
  /** The folder of all objects; made when it is not there. */
  root: string
  /** The prefix of this installation, with a slash at its end. */
  prefix: string
  /** Nothing is written that would leave less than this free. */
  floorBytes: number
}

/** Opens the folder of all objects: knows where each lies, and brings files there whole while there is room. */
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

  /** Brings a finished file to its place. */
  async function settle(from: string, to: string): Promise<void> {
    await rename(from, to)
    await syncFolder(path.dirname(to))
  }
  async function settleWhole(file: string, objectPath: string): Promise<void> {
    const to = fileOf(objectPath)
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await settle(file, to)
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

  return {
    own,
    prefix,
    room,
    fileOf,
    /** Beside the objects that the parts become. */
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
    /** Makes an object of the file that a job writes, while there is room for its bytes. */
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
