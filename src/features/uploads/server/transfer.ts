import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import {
  readPiece,
  removeLeftovers,
  removeRefused,
  type ObjectStore,
  type StoredPart,
} from '#platform/server/store/object-store.ts'
import type { DoWork } from '#platform/server/work.ts'
import type { Upload } from '../contract.ts'
import { quotasFor } from '../policy.ts'
import { checkContent, expectedType, headBytes, tailBytes } from './content-type.ts'
import type { Progress } from './progress.ts'
import { findUpload, requireMultipart, requireUpload, shapeUpload, type UploadRow } from './queries.ts'
import { requireQuota } from './quota.ts'
import { buryObjects, completeUpload, createUpload, deleteUpload } from './service.ts'

export interface UploadParts {
  db: Database
  work: DoWork
  store: ObjectStore
  clock: Clock
  progress: Progress
  log: FastifyBaseLogger
  maxFileBytes: number
  /** Gigabytes that all people of one client company may keep. */
  clientGb: number
}

interface Announced {
  filename: string
  type: string
  size: number | undefined
}

/** How the paths of somebody's files begin while they are on their way. */
export const incomingOf = ({ prefix }: Pick<ObjectStore, 'prefix'>, { id }: Viewer) =>
  `${prefix}incoming/${id}_`

type NamedParts = readonly Pick<StoredPart, 'PartNumber' | 'ETag'>[]

const largerThanAnnounced = (fileName: string) =>
  new AppError('too_large', i18n.t('{fileName} is larger than was announced.', { fileName }))
const isEmpty = (fileName: string) =>
  i18n.t('{fileName} is empty: its size is 0. Save it again, then attach it.', { fileName })
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Moves files between browsers, the store and the table of uploads. Reading and writing of files happens outside of transactions. */
export function createTransfer({
  db,
  work,
  store,
  clock,
  progress,
  log,
  maxFileBytes,
  clientGb,
}: UploadParts) {
  const inTurn = createKeyedMutex()
  const quotas = quotasFor(clientGb)

  /** @param sizeField by which the call announces the size @throws {AppError} `unsupported`, `too_large`, `invalid` for an empty file */
  function judge(viewer: Viewer, { filename, type, size = maxFileBytes }: Announced, sizeField: string) {
    expectedType(filename)
    if (size === 0) throw invalid(sizeField, isEmpty(filename))
    if (size > maxFileBytes)
      throw new AppError(
        'too_large',
        i18n.t('{filename} exceeds maximum allowed size of {megabytes}', {
          filename,
          megabytes: megabytes(maxFileBytes),
        }),
      )
    const id = randomUUID()
    return { id, fileName: filename, mimeType: type, size, objectPath: `${incomingOf(store, viewer)}${id}` }
  }

  /** @throws {AppError} `too_large` beyond what this person may store */
  const announce = (viewer: Viewer, upload: Parameters<typeof createUpload>[2]) =>
    work(async (unit) => {
      const row = await createUpload(unit, viewer, upload)
      // With the new one among them.
      await requireQuota(unit.tx, viewer, quotas, unit.now)
      return row
    })

  /** To be called when the row is gone, or has moved on. */
  function forget({ objectPath, multipartId }: Pick<UploadRow, 'objectPath' | 'multipartId'>): Promise<void> {
    async function remove(paths: readonly string[]) {
      if (multipartId !== null) await store.abortParts(objectPath, multipartId)
      await store.remove(paths)
    }
    return removeLeftovers({ ...store, remove }, [objectPath], log)
  }

  /** @throws {AppError} `conflict` for a file that is not there; `too_large`; `unsupported` for an empty one */
  async function sizeOf({ fileName, fileSize }: UploadRow, path: string): Promise<number> {
    const found = await store.find(path)
    if (!found) throw new AppError('conflict', i18n.t('{fileName} has not arrived yet.', { fileName }))
    if (found.size > fileSize) throw largerThanAnnounced(fileName)
    if (found.size === 0) throw new AppError('unsupported', isEmpty(fileName))
    return found.size
  }

  /** Checks a copy that no signed address leads to, so that nobody changes it after the check. */
  async function takeIn(row: UploadRow): Promise<Upload> {
    const objectPath = `${store.prefix}attachments/${randomUUID()}`
    await work((unit) => buryObjects(unit.tx, [{ objectPath }], unit.now))
    await store.copy(row.objectPath, objectPath)
    try {
      const size = await sizeOf(row, objectPath)
      const mimeType = await checkContent(row.fileName, {
        head: await readPiece(store, objectPath, 0, headBytes),
        tail: await readPiece(store, objectPath, Math.max(0, size - tailBytes), tailBytes),
      })
      const completed = await work((unit) =>
        completeUpload(unit, row, { objectPath, fileSize: size, mimeType }),
      )
      if (!completed)
        throw new AppError(
          'conflict',
          i18n.t('{fileName} was removed in the meantime.', { fileName: row.fileName }),
        )
      await forget(row)
      return shapeUpload(completed)
    } catch (error) {
      await removeRefused(error, store, [objectPath], log)
      throw error
    }
  }

  /** Nobody follows a file that came in one piece: it is small. */
  async function toldTakeIn(row: UploadRow, size: number): Promise<Upload> {
    if (row.multipartId === null) return takeIn(row)
    return progress.during(row.id, size, async (note) => {
      note(size)
      const response = await takeIn(row)
      progress.say(row.id, { action: 'success', payload: { response } })
      return response
    })
  }

  return {
    /** @param again an upload that was begun before and is to be sent anew */
    async sign(viewer: Viewer, announced: Announced, again?: string) {
      const known = again === undefined ? undefined : await requireUpload(db, viewer, again)
      const row =
        known?.completedAt === null && known.multipartId === null
          ? known
          : await announce(viewer, judge(viewer, announced, 'metadata[size]'))
      const { objectPath, fileSize } = row
      // The most that is allowed stands for a size that was not said.
      const limit = { maxBytes: fileSize, ...(fileSize === maxFileBytes && { isOpenEnded: true as const }) }
      const signed = await store.signPut({ path: objectPath, ...limit }, clock.now())
      return { id: row.id, key: row.objectPath, ...signed }
    },

    async startMultipart(viewer: Viewer, announced: Announced) {
      const judged = judge(viewer, announced, 'metadata.size')
      const multipartId = await store.startParts(judged.objectPath)
      try {
        await announce(viewer, { ...judged, multipartId })
      } catch (error) {
        await store.abortParts(judged.objectPath, multipartId)
        throw error
      }
      return {
        id: judged.id,
        key: judged.objectPath,
        uploadId: multipartId,
        serverToken: progress.tokenOf(judged.id),
      }
    },

    async signPart(viewer: Viewer, uploadId: string, key: string, number: number) {
      const { objectPath, multipartId, fileSize } = await requireMultipart(db, viewer, uploadId, key)
      const target = { path: objectPath, maxBytes: fileSize, part: { multipartId, number } }
      return store.signPut(target, clock.now())
    },

    async listParts(viewer: Viewer, uploadId: string, key: string) {
      const { objectPath, multipartId } = await requireMultipart(db, viewer, uploadId, key)
      return store.listParts(objectPath, multipartId)
    },

    /** A repeated call, because the answer was lost, gets the same answer. */
    async completeMultipart(viewer: Viewer, uploadId: string, key: string, parts: NamedParts) {
      const { id, fileName, objectPath, multipartId, fileSize } = await requireMultipart(
        db,
        viewer,
        uploadId,
        key,
      )
      await inTurn(id, async () => {
        if (await store.find(objectPath)) return
        try {
          const named = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag: ETag.replaceAll('"', '') }))
          const numbers = new Set(named.map(({ PartNumber }) => PartNumber))
          const stored = await store.listParts(objectPath, multipartId)
          const sum = stored.reduce(
            (sum, { PartNumber, Size }) => sum + (numbers.has(PartNumber) ? Size : 0),
            0,
          )
          if (sum > fileSize) throw largerThanAnnounced(fileName)
          await progress.during(id, fileSize, (note) =>
            store.completeParts(objectPath, multipartId, named, note),
          )
        } catch (error) {
          // Another node may have put the parts together meanwhile, or the store, when it was told so twice.
          if (!(await store.find(objectPath))) throw error
        }
      })
    },

    async abortMultipart(viewer: Viewer, uploadId: string, key: string) {
      const { id } = await requireMultipart(db, viewer, uploadId, key)
      await forget(await work((unit) => deleteUpload(unit, id)))
    },

    /**
     * Makes an upload one that can be attached.
     * @throws {AppError} `conflict` when the file has not come; `unsupported` when it is not what its name says, and then it is gone
     */
    finish: (viewer: Viewer, id: string): Promise<Upload> =>
      inTurn(id, async () => {
        const row = await requireUpload(db, viewer, id)
        if (row.completedAt) return shapeUpload(row)
        try {
          return await toldTakeIn(row, await sizeOf(row, row.objectPath))
        } catch (error) {
          // Another node may have finished it meanwhile, and put away what came in.
          const meanwhile = await findUpload(db, viewer, id)
          if (meanwhile?.completedAt) return shapeUpload(meanwhile)
          if (error instanceof AppError && ['unsupported', 'too_large'].includes(error.code)) {
            await work((unit) => deleteUpload(unit, id))
            await forget(row)
            progress.say(id, { action: 'error', payload: { error: { message: error.message } } })
          }
          throw error
        }
      }),

    async remove(viewer: Viewer, id: string) {
      await requireUpload(db, viewer, id)
      await forget(await work((unit) => deleteUpload(unit, id)))
    },
  }
}
