import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { foldClientsAnew } from '#features/clients/server/public/client-name.ts'
import { foldLabelsAnew } from '#features/labels/server/service.ts'
import { foldProductsAnew } from '#features/products/server/service.ts'
import { indexPendingTexts } from '#features/conversation/server/public/index-texts.ts'
import { settleFilings } from '#features/tickets/server/public/settle-filings.ts'
import { foldDeletedAnew } from '#features/trash/server/service.ts'
import { foldUsersAnew } from '#features/users/server/service.ts'
import { migrateDatabase, type OpenDatabase } from '#platform/server/database/database.ts'
import { createDatabaseCopy } from '#platform/server/database/database-copy.ts'
import { measureUpgrade, ownMigrations } from '#platform/server/database/migrations.ts'
import { readVersion } from './version.ts'

interface Options {
  /** Directory of an embedded database; absent for one in memory. */
  dataDirectory?: string
  log: Pick<FastifyBaseLogger, 'warn'>
  say?(sentence: string): void
  migrationsFolder?: string
}

/** Size beyond which a migration takes more than a moment. */
const quickBytes = 200 * 1024 * 1024
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

function planInWords(pending: readonly string[], bytes: number): string {
  const steps = pending.length === 1 ? '1 step' : `${pending.length} steps`
  const time =
    bytes < quickBytes
      ? 'That takes moments.'
      : `That goes through ${gigabytes(bytes)} GB of rows and may take minutes; interrupted, it goes on at the next start.`
  return `The database is brought up to date for version ${readVersion()}, in ${steps}. ${time} CHANGELOG.md says what is new.`
}

/**
 * Upgrades a database of any released version before the server listens, after a copy of an embedded one.
 * @throws {NewerDatabase} @throws {NoRoomForCopy} before anything is changed
 */
export async function upgradeDatabase(
  database: OpenDatabase,
  { dataDirectory, log, say, ...options }: Options,
): Promise<void> {
  await migrateDatabase(database, {
    ...options,
    waiting: () =>
      log.warn(
        'a table that is to be changed is in use, such as by a backup; the upgrade goes on when it is free',
      ),
    async beforeUpgrade(client, pending) {
      say?.(
        planInWords(
          pending,
          await measureUpgrade(client, options.migrationsFolder ?? ownMigrations, pending),
        ),
      )
      if (database.embedded && dataDirectory !== undefined) {
        await client.query('checkpoint')
        const copy = createDatabaseCopy(path.resolve(dataDirectory), pending[0] ?? '', new Date())
        log.warn({ copy, pending }, 'bringing the database up to date; a copy of it as it was is kept')
      } else if (!database.embedded)
        log.warn(
          { pending },
          'bringing the database up to date; stopping now does no harm, but going back to the older version needs a backup made before',
        )
    },
  })
  await foldUsersAnew(database.db)
  await foldClientsAnew(database.db)
  await foldProductsAnew(database.db)
  await foldLabelsAnew(database.db)
  await foldDeletedAnew(database.db)
  await indexPendingTexts(database.db)
  await settleFilings(database.db, new Date())
}
