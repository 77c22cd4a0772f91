import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { listOwnNames, ownMigrations, planUpgrade } from '#platform/server/database/migrations.ts'
import { openPool } from '#platform/server/database/open-pool.ts'
import { openPglitePool, type OpenPool } from '#platform/server/database/pools.ts'
import { beginRows, listTables, type Table } from '#platform/server/database/rows.ts'
import { DirectoryInUse, loadSecret } from '#platform/server/process/data-directory.ts'
import type { Places } from '#platform/server/process/env.ts'
import { openFiles } from '#platform/server/store/files.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import type { Backup } from '../contract.ts'
import { BackupRefused } from './archive/archive.ts'
import { withHeldConnection, openPatiently, requireStopped } from './connection.ts'
import { recordBackup } from './running.ts'

/** Snapshot of a database, and the files that it names. */
export interface Source {
  client: pg.ClientBase
  tables: readonly Table[]
  own: ReturnType<typeof listOwnNames>
  installation: string
  store: ObjectStore
  /** @throws {BackupRefused} once the snapshot cannot be read any more */
  check(): void
  /** Records the backup, which ends the snapshot. @throws when it cannot be written */
  note(made: Backup): Promise<void>
  close(): Promise<void>
}

interface Opened {
  database: OpenPool
  check?(): void
  note?(made: Backup): Promise<void>
}

/** Opening the database would create a missing one. */
function requireDatabase(directory: string): void {
  if (!fs.existsSync(path.join(directory, 'database', 'PG_VERSION')))
    throw new BackupRefused(`There is no database in ${directory}. DATA_DIR says where it lies.`)
}

async function openEmbedded(env: Places, mayRun: boolean): Promise<Opened> {
  const directory = path.resolve(env.DATA_DIR)
  requireDatabase(directory)
  try {
    return { database: await openPool(env, { hasSmallCache: true }) }
  } catch (error) {
    if (!(mayRun && error instanceof DirectoryInUse)) throw error
    const { askForMoment } = await import('./moment.ts')
    const moment = await askForMoment(directory)
    if (!moment) throw error
    const database = await openPglitePool(moment.copy, { hasSmallCache: true })
    return {
      database: {
        ...database,
        close: () => database.close().finally(() => moment.giveBack()),
      },
      check: () => moment.check(),
      note: (made) => moment.note(made),
    }
  }
}

async function findInstallation(client: pg.ClientBase, tables: readonly Table[]): Promise<string> {
  if (tables.some(({ name }) => name === 'installation')) {
    const { rows } = await client.query<{ id: string }>('select installation_id as id from installation')
    if (rows[0]) return rows[0].id
  }
  throw new BackupRefused(
    'The database is empty, or was written by a version before 0.2.0. Start the program once; it brings the database up to date.',
  )
}

/** Changes nothing. @param options.mayRun false: refused while running, or with pending migrations */
export async function openSource(env: Places, { mayRun = true } = {}): Promise<Source> {
  const opened: Opened =
    env.DATABASE_URL === undefined
      ? await openEmbedded(env, mayRun)
      : { database: openPatiently(env.DATABASE_URL) }
  return withHeldConnection(opened.database, async (client) => {
    if (!mayRun && !opened.database.embedded) await requireStopped(client)
    const { pending } = await planUpgrade(client, ownMigrations)
    if (!mayRun && pending.length > 0)
      throw new BackupRefused('The database is not up to date. Start the program once, and stop it again.')
    // Before the snapshot: a later removal of a file sees this.
    if (!opened.database.embedded) await recordBackup(client)
    await beginRows(client, 'read')
    const own = listOwnNames(ownMigrations)
    const tables = await listTables(client, own.tables)
    const installation = await findInstallation(client, tables)
    const secret = env.APP_SECRET ?? loadSecret(path.resolve(env.DATA_DIR))
    const { store } = await openFiles(env, secret, installation)
    return {
      tables,
      own,
      installation,
      store,
      check: () => opened.check?.(),
      async note(made) {
        // A database of an older version has no place for it yet.
        if (pending.length > 0) return
        if (opened.note) return opened.note(made)
        // Loaded late, with the query builder, to save memory until then.
        const { recordBackup } = await import('./service.ts')
        const { builderOn } = await import('#platform/server/database/query-builder.ts')
        await client.query('commit; begin')
        await recordBackup(builderOn(client), made)
        await client.query('commit')
      },
    }
  })
}
