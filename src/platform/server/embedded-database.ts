import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Module = Parameters<NodeFS['init']>[1]

/** What the module of the embedded database holds of Emscripten's file system on a real disk. */
interface HostFileSystem {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/**
 * The file system of the embedded database, with the one call it leaves out: without `fsync` an acknowledged write can be lost with
 * the power.
 */
class DurableNodeFS extends NodeFS {
  override async init(database: PGlite, options: Module) {
    const { emscriptenOpts } = await super.init(database, options)
    const addFsync = (module: unknown) => {
      ;(module as HostFileSystem).NODEFS.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd)
        return 0
      }
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...[emscriptenOpts.preRun ?? []].flat(), addFsync],
      } as Module,
    }
  }
}

/** `-F` would switch fsync off. */
const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

/**
 * What the driver's pool connects through. The query builder hands its parsers of results over as `types`, where this adapter, unlike
 * the driver's own connection, expects the types of the parameters.
 */
function configOf(database: PGlite): PGlitePgConfig {
  const config = createPgConfig(database)
  const { connection } = config
  const parse = connection.parse.bind(connection)
  connection.parse = ({ types, ...query }: { types?: unknown }) =>
    parse(Array.isArray(types) ? { ...query, types } : query)
  return config
}

/**
 * Starts the embedded database.
 * @param directory where its files lie; absent: in memory, gone with the process.
 * @param from a dump of a database directory to begin with, for databases in memory.
 */
export async function openEmbedded(
  directory: string | undefined,
  from?: Blob,
): Promise<{ config: PGlitePgConfig; dump(): Promise<Blob>; close(): Promise<void> }> {
  const extensions = { pg_trgm }
  if (directory !== undefined) fs.mkdirSync(path.resolve(directory), { recursive: true, mode: 0o700 })
  const database =
    directory === undefined
      ? await PGlite.create({ extensions, ...(from && { loadDataDir: from }) })
      : await PGlite.create({ extensions, fs: new DurableNodeFS(directory), startParams: durableStart })
  return {
    config: configOf(database),
    dump: () => database.dumpDataDir('none'),
    close: () => database.close(),
  }
}
