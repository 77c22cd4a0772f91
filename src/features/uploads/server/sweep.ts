import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/database/query-builder.ts'
import { markOf, type ObjectStore } from '#platform/server/store/object-store.ts'
import { findStoreFault } from './installation.ts'
import {
  listBuriedBefore,
  listBuriedPaths,
  listKnownPaths,
  listUploadsBefore,
  type UploadRow,
} from './queries.ts'
import { deleteUploads, forgetTombstones } from './service.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Lifetime of the uploads that a draft names. */
const unattachedForMs = dayMs
/** Leaves time to notice a restore of an old dump, and to restore a newer one. */
const buriedForMs = 14 * dayMs
const atOnce = 100

interface Parts {
  db: Database
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

type Placed = Pick<UploadRow, 'objectPath' | 'multipartId'>

async function removeObject(store: ObjectStore, { objectPath, multipartId }: Placed): Promise<void> {
  if (multipartId !== null) await store.abortParts(objectPath, multipartId)
  await store.remove([objectPath])
}

/**
 * Deletes uploads unattached for a day. Bytes of unfinished ones go at once, as no database state needs them.
 * Finished ones may be attached in a newer state, so they become tombstones.
 */
async function forgetUnattached({ db, store }: Parts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unattachedForMs)
  for (;;) {
    const ids = (await listUploadsBefore(db, before, atOnce)).map(({ id }) => id)
    if (ids.length === 0) return
    const deleted = await db.transaction((tx) => deleteUploads(tx, ids, now))
    for (const upload of deleted) if (upload.completedAt === null) await removeObject(store, upload)
  }
}

async function removeBuried({ db, store }: Parts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - buriedForMs)
  for (;;) {
    const buried = await listBuriedBefore(db, before, atOnce)
    if (buried.length === 0) return
    const paths = buried.map(({ objectPath }) => objectPath)
    const known = await listKnownPaths(db, paths)
    for (const object of buried) if (!known.has(object.objectPath)) await removeObject(store, object)
    await forgetTombstones(db, paths, before)
  }
}

/**
 * Removes uploads unattached for a day, and objects nameless for two weeks. Unknown objects stay: they may
 * belong to a newer state, or to another installation.
 */
export async function sweepUploads(parts: Parts, now: Date): Promise<void> {
  const fault = await findStoreFault(parts.db, parts.store)
  if (fault !== undefined) return parts.log.error(fault)
  await forgetUnattached(parts, now)
  await removeBuried(parts, now)
  await parts.store.removeScratch(new Date(now.getTime() - unattachedForMs))
}

/** Reports objects unknown to the database; they are never removed. @returns their number */
export async function reportUnknown({ db, store, log }: Parts, now: Date): Promise<number> {
  let count = 0
  let example: string | undefined
  let paths: string[] = []
  async function look() {
    const known = await listKnownPaths(db, paths)
    const buried = await listBuriedPaths(db, paths)
    const unknown = paths.filter((path) => !known.has(path) && !buried.has(path) && path !== markOf(store))
    count += unknown.length
    example ??= unknown[0]
    paths = []
  }
  for await (const path of store.listOlder(new Date(now.getTime() - dayMs)))
    if (paths.push(path) >= atOnce) await look()
  await look()
  if (count > 0)
    log.warn(
      { count, example },
      'the file store holds files of this installation that its database does not know; they are left alone',
    )
  return count
}
