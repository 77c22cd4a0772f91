import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { readPiece, removeLeftovers, removeRefused } from '#platform/server/store/object-store.ts'
import type { Upload } from '../contract.ts'
import { isEmpty, type UploadParts } from './announcing.ts'
import { checkContent, headBytes, tailBytes } from './content-type.ts'
import { shapeUpload, type UploadRow } from './queries.ts'
import { scheduleObjectRemoval, completeUpload } from './service.ts'

export const largerThanAnnounced = (fileName: string) =>
  new AppError('too_large', i18n.t('{fileName} is larger than was announced.', { fileName }))

/** Checks arrived files, and moves them to where no signed address leads. */
export function createIntake({ work, store, progress, log }: UploadParts) {
  /** Call when the row is gone or has moved on. */
  function forget({ objectPath, multipartId }: Pick<UploadRow, 'objectPath' | 'multipartId'>): Promise<void> {
    async function remove(paths: readonly string[]) {
      if (multipartId !== null) await store.abortParts(objectPath, multipartId)
      await store.remove(paths)
    }
    return removeLeftovers({ ...store, remove }, [objectPath], log)
  }

  /** @throws {AppError} `conflict` for a missing file; `too_large`; `unsupported` for an empty one */
  async function sizeOf({ fileName, fileSize }: UploadRow, path: string): Promise<number> {
    const found = await store.find(path)
    if (!found) throw new AppError('conflict', i18n.t('{fileName} has not arrived yet.', { fileName }))
    if (found.size > fileSize) throw largerThanAnnounced(fileName)
    if (found.size === 0) throw new AppError('unsupported', isEmpty(fileName))
    return found.size
  }

  /** Checks a copy without a signed address, which cannot change after the check. */
  async function takeIn(row: UploadRow): Promise<Upload> {
    const objectPath = `${store.prefix}attachments/${randomUUID()}`
    await work((unit) => scheduleObjectRemoval(unit.tx, [{ objectPath }], unit.now))
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

  /** Files in one piece are small, so nobody follows them. */
  async function takeInWithProgress(row: UploadRow, size: number): Promise<Upload> {
    if (row.multipartId === null) return takeIn(row)
    return progress.during(row.id, size, async (note) => {
      note(size)
      const response = await takeIn(row)
      progress.say(row.id, { action: 'success', payload: { response } })
      return response
    })
  }

  return { forget, sizeOf, takeIn: takeInWithProgress }
}
