import path from 'node:path'
import type pg from 'pg'
import {
  listOwnNames,
  migrationLock,
  ownMigrations,
  planUpgrade,
} from '#platform/server/database/migrations.ts'
import { openPool } from '#platform/server/database/open-pool.ts'
import { listTables } from '#platform/server/database/rows.ts'
import { loadSecret } from '#platform/server/process/data-directory.ts'
import type { Places } from '#platform/server/process/env.ts'
import { openFiles } from '#platform/server/store/files.ts'
import { markOf, type ObjectStore } from '#platform/server/store/object-store.ts'
import { BackupRefused } from './archive/archive.ts'
import { withHeldConnection, openPatiently, requireStopped, type Held } from './connection.ts'

export interface Target extends Held {
  store: ObjectStore
  secret: string
  own: ReturnType<typeof listOwnNames>
}

async function requireEmpty(client: pg.ClientBase, own: Target['own']): Promise<void> {
  await planUpgrade(client, ownMigrations)
  const tables = await listTables(client, own.tables)
  if (!tables.some(({ name }) => name === 'users')) return
  const { rows } = await client.query('select 1 from users limit 1')
  if (rows.length > 0)
    throw new BackupRefused(
      'The database is in use: there are people in it. A backup is restored into an empty one only.',
    )
}

/** Object beside the mark of a store: its files are of an unfinished restore. */
export const restoringMarkOf = (store: ObjectStore) => `${store.prefix}mark/restoring`

async function requireOwnStore(store: ObjectStore, mayTakeOver: boolean): Promise<void> {
  if (mayTakeOver || (await store.find(restoringMarkOf(store)))) return
  if (await store.find(markOf(store)))
    throw new BackupRefused(
      `The file store holds files of this installation already (${store.prefix}), and two desks must not share them. Name another bucket or DATA_DIR, or add --take-over when the desk they belong to is gone for good.`,
    )
}

/** @param installation id from the backup @throws {BackupRefused} while it is in use, unchanged */
export async function openTarget(
  env: Places,
  installation: string,
  { mayTakeOver = false } = {},
): Promise<Target> {
  const database =
    env.DATABASE_URL === undefined
      ? await openPool(env, { hasSmallCache: true })
      : openPatiently(env.DATABASE_URL)
  return withHeldConnection(database, async (client) => {
    const own = listOwnNames(ownMigrations)
    if (!database.embedded) {
      await requireStopped(client)
      await client.query('select pg_advisory_lock($1)', [migrationLock])
    }
    await requireEmpty(client, own)
    const secret = env.APP_SECRET ?? loadSecret(path.resolve(env.DATA_DIR))
    const { store } = await openFiles(env, secret, installation)
    await requireOwnStore(store, mayTakeOver)
    return { store, secret, own }
  })
}
