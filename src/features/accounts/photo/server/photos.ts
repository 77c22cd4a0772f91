import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { findPhotoUpload, type UploadRow } from '#features/uploads/server/queries.ts'
import {
  scheduleObjectRemoval,
  createPhotoUpload,
  deleteUpload,
  deleteUploads,
  cancelObjectRemoval,
} from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { setPhoto } from '#features/users/server/service.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import {
  readPiece,
  removeLeftovers,
  removeRefused,
  type ObjectStore,
} from '#platform/server/store/object-store.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { encodePhoto } from './picture.ts'

export interface PhotoParts {
  db: Database
  store: ObjectStore
  clock: Clock
  log: FastifyBaseLogger
}

const notSent = () =>
  invalid(
    'photoURL',
    i18n.t('This photo was not uploaded by you, or was already used. Please upload it again.'),
  )

/** Compares addresses without the query, as upload engines name a file. */
function isAddress(named: string, sentTo: string): boolean {
  const [one, other] = [URL.parse(named), URL.parse(sentTo)]
  // The request's host stands in `sentTo` where no public address is set.
  if (!one || !other) return false
  return (
    one.origin === other.origin &&
    one.pathname === other.pathname &&
    (one.search === '' || one.searchParams.get('path') === other.searchParams.get('path'))
  )
}

/** @returns the path of the former picture, for the caller to remove */
async function replacePhoto(
  unit: Work,
  { id }: Viewer,
  photo: { path: string; url: string } | null,
): Promise<string | null> {
  const before = await setPhoto(unit, id, photo, { actorId: id })
  if (before !== null) await scheduleObjectRemoval(unit.tx, [{ objectPath: before }], unit.now)
  return before
}

/** Moves uploaded photos into the store; files are read and written outside of transactions. */
export function createPhotos({ db, store, clock, log }: PhotoParts) {
  const serialize = createKeyedMutex()
  const removeOld = (...paths: (string | null)[]) =>
    removeLeftovers(
      store,
      paths.filter((path) => path !== null),
      log,
    )

  const addressOf = async ({ objectPath: path }: UploadRow) =>
    (await store.signPut({ path, maxBytes: limits.photoBytes, isOpenEnded: true }, clock.now())).url

  async function read({ objectPath }: UploadRow): Promise<Buffer> {
    const found = await store.find(objectPath)
    if (!found)
      throw new AppError('conflict', i18n.t('The photo has not been uploaded yet. Please upload it again.'))
    if (found.size > limits.photoBytes)
      throw new AppError('too_large', i18n.t('The photo exceeds maximum allowed size of 5 MB'))
    return readPiece(store, objectPath, 0, limits.photoBytes)
  }

  /** Stores it under a path without an upload address; commits the photo with the end of its upload. */
  async function takeIn(work: DoWork, viewer: Viewer, upload: UploadRow, picture: Buffer): Promise<void> {
    const name = randomUUID()
    const photo = { path: `${store.prefix}photos/${name}`, url: `/api/users/${viewer.id}/photo?v=${name}` }
    await work((unit) => scheduleObjectRemoval(unit.tx, [{ objectPath: photo.path }], unit.now))
    await store.write(photo.path, picture, 'image/webp')
    let before: string | null
    try {
      before = await work(async (unit) => {
        await deleteUpload(unit, upload.id)
        await cancelObjectRemoval(unit.tx, photo.path)
        return replacePhoto(unit, viewer, photo)
      })
    } catch (error) {
      await removeRefused(error, store, [photo.path], log)
      throw error
    }
    await removeOld(upload.objectPath, before)
  }

  return {
    /** @returns an upload address for one picture, without the origin where this server takes it */
    async begin(work: DoWork, viewer: Viewer): Promise<string> {
      const { upload, before } = await work((unit) => createPhotoUpload(unit, viewer, store.prefix))
      if (before !== undefined) await removeOld(before)
      return addressOf(upload)
    },

    /**
     * @throws {AppError} `invalid` for an upload of another user; `conflict` when it has not arrived;
     *   `unsupported`, `too_large`
     */
    save: (
      work: DoWork,
      viewer: Viewer,
      photoUrl: string,
      absolute: (url: string) => string,
    ): Promise<void> =>
      serialize(viewer.id, async () => {
        const upload = await findPhotoUpload(db, viewer.id)
        if (!upload || !isAddress(photoUrl, absolute(await addressOf(upload)))) throw notSent()
        try {
          await takeIn(work, viewer, upload, await encodePhoto(await read(upload)))
        } catch (error) {
          if (error instanceof AppError && ['unsupported', 'too_large'].includes(error.code)) {
            await work((unit) => deleteUploads(unit.tx, [upload.id], unit.now))
            await removeOld(upload.objectPath)
          }
          throw error
        }
      }),

    async remove(work: DoWork, viewer: Viewer): Promise<void> {
      const before = await work((unit) => replacePhoto(unit, viewer, null))
      await removeOld(before)
    },
  }
}
