import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Module = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's file system that the embedded database's module exposes. */
interface HostFileSystem {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
  }
}

/** The permissions of group and others, which are taken away. */
const othersMask = 0o077

/**
 * Ends the process, as PostgreSQL itself does: after a failed `fsync` the system may have dropped what was written, so a later
 * success would prove nothing. At the next start the journal says what is there.
 */
function endProcess(directory: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  fs.writeSync(
    process.stderr.fd,
    `The disk did not take what was written to ${directory} (${reason}). The server ends, so that nothing is acknowledged that may be lost. Look after the disk, then start again.\n`,
  )
  process.exit(1)
}

/** Some file systems cannot sync folders, and lose nothing by it; PostgreSQL passes over the same answers. */
const isUnsyncedFolder = (descriptor: number, error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EBADF', 'EINVAL', 'EPERM'].includes(String(error.code)) &&
  fs.fstatSync(descriptor).isDirectory()

/** Brings a file or folder of a database to the disk, or ends the process. */
function syncOrEnd(descriptor: number, directory: string): void {
  try {
    fs.fsyncSync(descriptor)
  } catch (error) {
    if (!isUnsyncedFolder(descriptor, error)) endProcess(directory, error)
  }
}

/** Brings a database that was just made to the disk, as PostgreSQL's own `initdb` does. PGlite lays its files there without. */
function syncNewDatabase(directory: string): void {
  // Windows syncs no file that was opened for reading.
  if (process.platform === 'win32') return
  for (const name of ['.', ...fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const descriptor = fs.openSync(path.join(directory, name), 'r')
    syncOrEnd(descriptor, directory)
    fs.closeSync(descriptor)
  }
}

/**
 * The file system of the embedded database, with the one call it leaves out: without `fsync` an acknowledged write can be lost with
 * the power. What it writes is its owner's alone.
 */
class DurableNodeFS extends NodeFS {
  override async init(database: PGlite, options: Module) {
    const { emscriptenOpts } = await super.init(database, options)
    const adapt = (module: unknown) => {
      const { stream_ops: streams, node_ops: nodes } = (module as HostFileSystem).NODEFS
      const { setattr } = nodes
      // After making a file it sets the mode that was asked for, past the mask of the process.
      nodes.setattr = (node, attributes) =>
        setattr(
          node,
          attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~othersMask },
        )
      streams.fsync = (stream) => {
        syncOrEnd(stream.nfd, this.rootDir)
        return 0
      }
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...[emscriptenOpts.preRun ?? []].flat(), adapt],
      } as Module,
    }
  }
}

/** How much of its files the database keeps in memory, all of which it takes when it starts; 128 MB where nothing is said. */
const smallCache = ['-c', 'shared_buffers=16MB']

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

/** Makes the directory with all that is in it its owner's alone; version 0.1.0 left that to the system's mask. */
function makePrivate(directory: string): void {
  fs.mkdirSync(path.resolve(directory), { recursive: true, mode: 0o700 })
  const marker = path.join(directory, 'PG_VERSION')
  if (!fs.existsSync(marker) || (fs.statSync(marker).mode & othersMask) === 0) return
  const entries = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
  // The marker last, so that an interrupted pass is done again.
  const files = entries.map((name) => path.join(directory, name)).filter((file) => file !== marker)
  for (const file of [...files, marker]) fs.chmodSync(file, fs.statSync(file).mode & 0o700)
}

export interface EmbeddedDatabase {
  /** What a pool connects through. Pools that follow each other share the one session. */
  configure(): PGlitePgConfig
  dump(): Promise<Blob>
  close(): Promise<void>
}

/**
 * Starts the embedded database.
 * @param directory where its files lie; absent: in memory, gone with the process.
 * @param options.from a dump of a database directory to begin with, for databases in memory.
 * @param options.hasSmallCache for whoever reads or writes each row once, on a disk: takes 110 MiB less, and twice as much less while a new
 * database is made, which PGlite does in an instance of its own.
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
