import { migrateDatabase, openPostgres } from '#platform/server/database/database.ts'
import { createPostgresDatabase } from './database.ts'
import { dumpEmptyDatabase } from './empty-database.ts'
import { startPostgres } from './postgres.ts'

/** A PostgreSQL database with empty tables: copying it takes a tenth of the time of making one. */
async function makeTemplate(): Promise<() => Promise<void>> {
  const { url, drop } = await createPostgresDatabase()
  const database = openPostgres(url)
  await migrateDatabase(database)
  await database.close()
  process.env.TEST_POSTGRES_TEMPLATE = new URL(url).pathname.slice(1)
  return drop
}

/**
 * Runs once before all test files, under Vitest and under Playwright alike. With TEST_DATABASE=postgres it starts a
 * PostgreSQL and names it to the workers as TEST_POSTGRES_URL, and as TEST_POSTGRES_TEMPLATE a database with empty tables to
 * copy; an address that is already given is used as it is. Else it names them the dump of an empty embedded database as
 * TEST_PGLITE_DUMP.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE !== 'postgres') return dumpEmptyDatabase()
  const started = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
  if (started) process.env.TEST_POSTGRES_URL = started.url
  const dropTemplate = await makeTemplate()
  return started ? started.stop : dropTemplate
}
