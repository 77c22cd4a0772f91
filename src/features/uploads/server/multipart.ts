import type { Viewer } from '#features/users/contract.ts'
import type { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import type { StoredPart } from '#platform/server/store/object-store.ts'
import type { Announced, createAnnouncing, UploadParts } from './announcing.ts'
import { largerThanAnnounced, type createIntake } from './intake.ts'
import { requireMultipart } from './queries.ts'
import { deleteUpload } from './service.ts'

type NamedParts = readonly Pick<StoredPart, 'PartNumber' | 'ETag'>[]

type Shared = ReturnType<typeof createAnnouncing> &
  Pick<ReturnType<typeof createIntake>, 'forget'> & { serialize: ReturnType<typeof createKeyedMutex> }

/** Divides a file as upload engines do. */
const partBytesOf = (fileSize: number) =>
  Math.max(limits.uploadPartMinBytes, Math.ceil(fileSize / limits.uploadParts))

/** @returns the size of this part @throws {AppError} `invalid` for a part beyond the end of the file */
function sizeOfPart(fileSize: number, number: number): number {
  const partBytes = partBytesOf(fileSize)
  const max = Math.ceil(fileSize / partBytes)
  if (number > max) throw invalid('part', i18n.t('{label} must be at most {max}', { label: 'part', max }))
  return Math.min(partBytes, fileSize - (number - 1) * partBytes)
}

export function createMultipart(
  { db, work, store, clock, progress }: UploadParts,
  { judge, announce, forget, serialize }: Shared,
) {
  return {
    /** @throws {AppError} as `judge` and `announce`; `invalid` on `metadata.size` where a bucket must know it */
    async startMultipart(viewer: Viewer, announced: Announced) {
      // A bucket takes parts of a known length only; the server itself takes shorter ones.
      if (announced.size === undefined && store.origin !== undefined)
        throw invalid('metadata.size', i18n.t('Say in metadata.size how many bytes the file has.'))
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
        partBytes: partBytesOf(judged.size),
        serverToken: progress.tokenOf(judged.id),
      }
    },

    async signPart(viewer: Viewer, uploadId: string, key: string, number: number) {
      const { objectPath, multipartId, fileSize } = await requireMultipart(db, viewer, uploadId, key)
      const maxBytes = sizeOfPart(fileSize, number)
      return store.signPut({ path: objectPath, maxBytes, part: { multipartId, number } }, clock.now())
    },

    async listParts(viewer: Viewer, uploadId: string, key: string) {
      const { objectPath, multipartId } = await requireMultipart(db, viewer, uploadId, key)
      return store.listParts(objectPath, multipartId)
    },

    /** Idempotent: a retry after a lost answer gets the same answer. */
    async completeMultipart(viewer: Viewer, uploadId: string, key: string, parts: NamedParts) {
      const { id, fileName, objectPath, multipartId, fileSize } = await requireMultipart(
        db,
        viewer,
        uploadId,
        key,
      )
      await serialize(id, async () => {
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
          // Another node or an earlier call may have completed it.
          if (!(await store.find(objectPath))) throw error
        }
      })
    },

    async abortMultipart(viewer: Viewer, uploadId: string, key: string) {
      const { id } = await requireMultipart(db, viewer, uploadId, key)
      await forget(await work((unit) => deleteUpload(unit, id)))
    },
  }
}
