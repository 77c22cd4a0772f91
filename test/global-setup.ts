import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateDatabase, openPostgres } from '#platform/server/database.ts'
import { openEmbedded } from '#platform/server/embedded-database.ts'
import { createPostgresDatabase } from './database.ts'
import { startPostgres } from './postgres.ts'

/** An embedded database with empty tables, dumped to a file: loading it takes a tenth of the time of making one. */
async function dumpEmptyDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-dump-'))
  const { config, dump, close } = await openEmbedded(undefined)
  const pool = new pg.Pool(Object.assign(config, { max: 1 }))
  await migrateDatabase({ pool, embedded: true })
  const file = join(folder, 'empty.tar')
  await writeFile(file, Buffer.from(await (await dump()).arrayBuffer()))
  await pool.end()
  await close()
  process.env.TEST_PGLITE_DUMP = file
  return () => rm(folder, { recursive: true, force: true })
}

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
