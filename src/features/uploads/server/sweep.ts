import type { Database } from '#platform/server/database.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { listKnownPaths, listUploadsBefore } from './queries.ts'
import { deleteUploads } from './service.ts'

/** As long as a draft may name what was uploaded for it. */
const keptForMs = 24 * 60 * 60 * 1000
const atOnce = 100

/** Removes uploads that nobody has attached for a day, and files that belong to nothing. */
export async function sweepUploads(db: Database, store: ObjectStore, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptForMs)
  for (;;) {
    const old = await listUploadsBefore(db, before, atOnce)
    if (old.length === 0) break
    const deleted = await deleteUploads(
      db,
      old.map(({ id }) => id),
    )
    for (const { objectPath, multipartId } of deleted) {
      if (multipartId !== null) await store.abortParts(objectPath, multipartId)
      await store.remove([objectPath])
    }
  }
  await store.abandonOlder(before)
  let paths: string[] = []
  async function removeOrphans() {
    const known = await listKnownPaths(db, paths)
    await store.remove(paths.filter((path) => !known.has(path)))
    paths = []
  }
  for await (const path of store.listOlder(before)) if (paths.push(path) >= atOnce) await removeOrphans()
  if (paths.length > 0) await removeOrphans()
}
