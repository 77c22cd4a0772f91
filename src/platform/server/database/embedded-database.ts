import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { PGlitePgConfig } from '@electric-sql/pglite/node-postgres'
import { DurableNodeFS, durableStart, othersMask, syncNewDatabase } from '../patches/pglite-fsync.ts'
import { configOf } from '../patches/pglite-result-types.ts'

/** Page cache, allocated at the start; the default is 128 MB. */
const smallCache = ['-c', 'shared_buffers=16MB']

/** Restricts the directory's contents to their owner; version 0.1.0 left that to the system's mask. */
function makePrivate(directory: string): void {
  fs.mkdirSync(path.resolve(directory), { recursive: true, mode: 0o700 })
  const marker = path.join(directory, 'PG_VERSION')
  if (!fs.existsSync(marker) || (fs.statSync(marker).mode & othersMask) === 0) return
  const entries = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
  // The marker comes last, so that an interrupted pass is repeated.
  const files = entries.map((name) => path.join(directory, name)).filter((file) => file !== marker)
  for (const file of [...files, marker]) fs.chmodSync(file, fs.statSync(file).mode & 0o700)
}

export interface EmbeddedDatabase {
  /** Makes the options of a pool. Successive pools share the one session. */
  configure(): PGlitePgConfig
  dump(): Promise<Blob>
  close(): Promise<void>
}

/**
 * Starts the embedded database.
 * @param directory absent: in memory, gone with the process.
 * @param options.from dump to begin with, for databases in memory.
 * @param options.hasSmallCache for callers that touch each row once: saves 110 MiB, and twice as much while a new database is made.
 */
export async function openEmbedded(
  directory: string | undefined,
  { from, hasSmallCache = false }: { from?: Blob | undefined; hasSmallCache?: boolean } = {},
): Promise<EmbeddedDatabase> {
  const extensions = { pg_trgm }
  if (directory !== undefined) makePrivate(directory)
  const isNew = directory !== undefined && !fs.existsSync(path.join(directory, 'PG_VERSION'))
  const database =
    directory === undefined
      ? await PGlite.create({ extensions, ...(from && { loadDataDir: from }) })
      : await PGlite.create({
          extensions,
          fs: new DurableNodeFS(directory),
          startParams: hasSmallCache ? [...durableStart, ...smallCache] : durableStart,
        })
  if (isNew) syncNewDatabase(directory)
  return {
    configure: () => configOf(database),
    dump: () => database.dumpDataDir('none'),
    close: () => database.close(),
  }
}
