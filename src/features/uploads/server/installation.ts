import type { Database } from '#platform/server/database/query-builder.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { markOf, readPiece, type ObjectStore } from '#platform/server/store/object-store.ts'
import { installation } from '#tables/installation.ts'
import { isAnyNamed } from './queries.ts'

/** Made at the first start; concurrent nodes agree on one. */
export async function findOrCreateInstallation(db: Database): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing()
  const rows = await db.select({ id: installation.installationId }).from(installation)
  return onlyRow(rows).id
}

async function hasObjects(store: ObjectStore): Promise<boolean> {
  for await (const _ of store.listOlder(new Date(8.64e15))) return true
  return false
}

/** Marks an empty store. @returns the fault for the operator; undefined without one */
export async function findStoreFault(db: Database, store: ObjectStore): Promise<string | undefined> {
  const id = await findOrCreateInstallation(db)
  const path = markOf(store)
  const mark = (await store.find(path)) && String(await readPiece(store, path, 0, 100)).trim()
  if (mark === id) return undefined
  if (mark === undefined && !(await isAnyNamed(db, store.prefix)) && !(await hasObjects(store))) {
    await store.write(path, Buffer.from(`${id}\n`), 'text/plain')
    return undefined
  }
  const found = mark === undefined ? 'is not there' : `says ${mark}`
  return (
    `The database and the file store do not belong together: in the store, ${path} should hold the id of this installation, ${id}, but it ${found}. ` +
    'Nothing is removed from the store until it does. See docs/files.md.'
  )
}
