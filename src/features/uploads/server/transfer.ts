import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import type { Upload } from '../contract.ts'
import { createAnnouncing, type Announced, type UploadParts } from './announcing.ts'
import { createIntake } from './intake.ts'
import { createMultipart } from './multipart.ts'
import { findUpload, requireUpload, shapeUpload } from './queries.ts'
import { deleteUpload } from './service.ts'

/** Moves files between browsers, the store and the table of uploads. Reading and writing of files happens outside of transactions. */
export function createTransfer(parts: UploadParts) {
  const { db, work, store, clock, progress, maxFileBytes } = parts
  const serialize = createKeyedMutex()
  const announcing = createAnnouncing(parts)
  const { judge, announce } = announcing
  const { forget, sizeOf, takeIn } = createIntake(parts)

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

    ...createMultipart(parts, { ...announcing, forget, serialize }),

    /**
     * Makes an upload one that can be attached.
     * @throws {AppError} `conflict` when the file has not come; `unsupported` when it is not what its name says, and then it is gone
     */
    finish: (viewer: Viewer, id: string): Promise<Upload> =>
      serialize(id, async () => {
        const row = await requireUpload(db, viewer, id)
        if (row.completedAt) return shapeUpload(row)
        try {
          return await takeIn(row, await sizeOf(row, row.objectPath))
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
