import fs from 'node:fs'
import path from 'node:path'
import { openPglitePool, openPostgresPool, type OpenPool } from './pools.ts'
import { lockDirectory, requireNotMoved } from '../process/data-directory.ts'
import type { Env } from '../process/env.ts'

/**
 * Opens the configured database; the embedded one locks its directory.
 * @throws {DirectoryInUse} when another process has it
 * @throws {DatabaseMoved} when the desk was moved elsewhere
 */
export async function openPool(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  { hasSmallCache = false } = {},
): Promise<OpenPool> {
  if (env.DATABASE_URL !== undefined) return openPostgresPool(env.DATABASE_URL)
  const directory = path.resolve(env.DATA_DIR)
  // Every file that this process creates from here on is readable by its owner only.
  process.umask(0o077)
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(directory)
  try {
    // Check after locking: the former owner may have moved it.
    requireNotMoved(directory)
  } catch (error) {
    await unlock()
    throw error
  }
  const database = await openPglitePool(path.join(directory, 'database'), { hasSmallCache })
  return {
    ...database,
    async close() {
      await database.close()
      await unlock()
    },
  }
}
