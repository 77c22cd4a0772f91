import { withBuilder, type OpenDatabase } from '#platform/server/database/database.ts'
import type { Env } from '#platform/server/process/env.ts'
import { openPool } from '#platform/server/database/open-pool.ts'

export const openDatabase = async (env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): Promise<OpenDatabase> =>
  withBuilder(await openPool(env))
