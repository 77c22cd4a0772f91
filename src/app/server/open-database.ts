import fs from 'node:fs'
import path from 'node:path'
import { openPglite, openPostgres, type OpenDatabase } from '#platform/server/database/database.ts'
import { lockDirectory } from '#platform/server/process/data-directory.ts'
import type { Env } from '#platform/server/process/env.ts'

/** Opens the database that the environment names, and takes the data directory when it is the embedded one. */
export async function openDatabase(env: Env): Promise<OpenDatabase> {
  if (env.DATABASE_URL !== undefined) return openPostgres(env.DATABASE_URL)
  const directory = path.resolve(env.DATA_DIR)
  // Every file that this process creates from here on is readable by its owner only.
  process.umask(0o077)
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  const database = await openPglite(path.join(directory, 'database'))
  return {
    ...database,
    async close() {
      await database.close()
      await unlock()
    },
  }
}
