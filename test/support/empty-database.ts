import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#platform/server/database/database.ts'
import { openEmbedded } from '#platform/server/database/embedded-database.ts'
import { connectToEmbedded } from '#platform/server/database/pools.ts'

/**
 * Makes an embedded database with empty tables, dumps it to a file and names that as TEST_PGLITE_DUMP to whatever is started
 * from here on: loading it takes a tenth of the time of making one. A dump that is already named is used as it is.
 * @returns how to remove the file
 */
export async function dumpEmptyDatabase(): Promise<() => Promise<void>> {
  if (process.env.TEST_PGLITE_DUMP) return async () => undefined
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-dump-'))
  const database = await openEmbedded(undefined)
  const connected = connectToEmbedded(database)
  await migrateDatabase(connected)
  const file = join(folder, 'empty.tar')
  await writeFile(file, Buffer.from(await (await database.dump()).arrayBuffer()))
  await connected.close()
  await database.close()
  process.env.TEST_PGLITE_DUMP = file
  return () => rm(folder, { recursive: true, force: true })
}

/** Lays an embedded database with empty tables into a data directory that has none yet. */
export function layEmptyDatabase(dataDirectory: string): void {
  const dump = process.env.TEST_PGLITE_DUMP
  const database = join(dataDirectory, 'database')
  if (dump === undefined || existsSync(database)) return
  mkdirSync(database, { recursive: true, mode: 0o700 })
  // GNU tar says that it leaves out the leading slash of each name.
  execFileSync('tar', ['-xf', dump, '-C', database], { stdio: 'ignore' })
}
