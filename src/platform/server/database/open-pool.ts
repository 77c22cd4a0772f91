import fs from 'node:fs'
import path from 'node:path'
import { openPglitePool, openPostgresPool, type OpenPool } from './pools.ts'
import { lockDirectory, requireNotMoved } from '../process/data-directory.ts'
import type { Env } from '../process/env.ts'

/**
 * Opens the connections to the database that the environment names, and takes the data directory when it is the embedded one.
 * @param options.hasSmallCache for whoever reads or writes each row of an embedded database once
 * @throws {DirectoryInUse} for one that another process has
 * @throws {DatabaseMoved} for one whose desk goes on elsewhere
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
    // The former owner may have moved it.
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
