import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import type { Upload } from '../contract.ts'
import { createAnnouncing, type Announced, type UploadParts } from './announcing.ts'
import { createIntake } from './intake.ts'
import { createMultipart } from './multipart.ts'
import { findUpload, requireUpload, shapeUpload } from './queries.ts'
import { deleteUpload } from './service.ts'

/** Files are read and written outside of transactions. */
export function createTransfer(parts: UploadParts) {
  const { db, work, store, clock, progress, maxFileBytes } = parts
  const serialize = createKeyedMutex()
  const announcing = createAnnouncing(parts)
  const { judge, announce } = announcing
  const { forget, sizeOf, takeIn } = createIntake(parts)

  return {
    /** @param again an earlier upload to restart */
    async sign(viewer: Viewer, announced: Announced, again?: string) {
      const known = again === undefined ? undefined : await requireUpload(db, viewer, again)
      const row =
        known?.completedAt === null && known.multipartId === null
          ? known
          : await announce(viewer, judge(viewer, announced, 'metadata[size]'))
      const { objectPath, fileSize } = row
      // The maximum stands for an unannounced size.
      const limit = { maxBytes: fileSize, ...(fileSize === maxFileBytes && { isOpenEnded: true as const }) }
      const signed = await store.signPut({ path: objectPath, ...limit }, clock.now())
      return { id: row.id, key: row.objectPath, ...signed }
    },

    ...createMultipart(parts, { ...announcing, forget, serialize }),

    /** @throws {AppError} `conflict` for a missing file; `unsupported` for a wrong type, after removing it */
    finish: (viewer: Viewer, id: string): Promise<Upload> =>
      serialize(id, async () => {
        const row = await requireUpload(db, viewer, id)
        if (row.completedAt) return shapeUpload(row)
        try {
          return await takeIn(row, await sizeOf(row, row.objectPath))
        } catch (error) {
          // Another node may have completed it, and moved the incoming object.
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
