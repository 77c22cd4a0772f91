import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { indexPendingTexts } from '#features/tickets/server/service.ts'
import { foldUsersAnew } from '#features/users/server/service.ts'
import { migrateDatabase, type OpenDatabase } from '#platform/server/database/database.ts'
import { keepCopy } from '#platform/server/database/database-copy.ts'

interface Options {
  /** Where an embedded database lies; absent for one in memory. */
  dataDirectory?: string
  log: Pick<FastifyBaseLogger, 'warn'>
  migrationsFolder?: string
}

/**
 * Brings a database of any released version up to date, before anybody is let in. Of an embedded one a copy is kept first.
 * @throws {NewerDatabase} @throws {NoRoomForCopy} before anything is changed
 */
export async function upgradeDatabase(
  database: OpenDatabase,
  { dataDirectory, log, ...options }: Options,
): Promise<void> {
  await migrateDatabase(database, {
    ...options,
    async beforeUpgrade(client, pending) {
      if (database.embedded && dataDirectory !== undefined) {
        await client.query('checkpoint')
        const copy = keepCopy(path.resolve(dataDirectory), pending[0] ?? '', new Date())
        log.warn({ copy, pending }, 'bringing the database up to date; a copy of it as it was is kept')
      } else if (!database.embedded)
        log.warn(
          { pending },
          'bringing the database up to date; stopping now does no harm, but going back to the older version needs a backup made before',
        )
    },
  })
  await foldUsersAnew(database.db)
  await indexPendingTexts(database.db)
}
