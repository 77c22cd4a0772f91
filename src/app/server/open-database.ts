import { withBuilder, type OpenDatabase } from '#platform/server/database/database.ts'
import type { Env } from '#platform/server/process/env.ts'
import { openPool } from '#platform/server/database/open-pool.ts'

/** Opens the database that the environment names; the embedded one locks the data directory. */
export const openDatabase = async (env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): Promise<OpenDatabase> =>
  withBuilder(await openPool(env))
