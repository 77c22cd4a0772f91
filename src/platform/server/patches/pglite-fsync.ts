// PGlite starts with fsync off, and its compiled file system ignores `fsync`: power loss could lose an acknowledged write.
// Upstream: https://github.com/electric-sql/pglite/issues/1107. `pglite-fsync.pglite.thorough.test.ts` fails once this file is not needed any more.

import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Module = Parameters<NodeFS['init']>[1]

/** Emscripten's file system, as the module exposes it. */
interface HostFileSystem {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
  }
}

export const othersMask = 0o077

/** Ends the process, as PostgreSQL does: after a failed `fsync` writes may be lost, so a later success proves nothing. */
function endProcess(directory: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  fs.writeSync(
    process.stderr.fd,
    `The disk did not take what was written to ${directory} (${reason}). The server ends, so that nothing is acknowledged that may be lost. Look after the disk, then start again.\n`,
  )
  process.exit(1)
}

/** Some file systems cannot sync folders, and lose nothing by it; PostgreSQL ignores the same errors. */
const isUnsyncedFolder = (descriptor: number, error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EBADF', 'EINVAL', 'EPERM'].includes(String(error.code)) &&
  fs.fstatSync(descriptor).isDirectory()

function syncOrEnd(descriptor: number, directory: string): void {
  try {
    fs.fsyncSync(descriptor)
  } catch (error) {
    if (!isUnsyncedFolder(descriptor, error)) endProcess(directory, error)
  }
}

/** Syncs a new database to the disk, as `initdb` does and PGlite does not. */
export function syncNewDatabase(directory: string): void {
  // Windows cannot sync a file opened for reading.
  if (process.platform === 'win32') return
  for (const name of ['.', ...fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const descriptor = fs.openSync(path.join(directory, name), 'r')
    syncOrEnd(descriptor, directory)
    fs.closeSync(descriptor)
  }
}

/** Adds `fsync` to PGlite's file system, without which power loss can lose an acknowledged write. Files are private to their owner. */
export class DurableNodeFS extends NodeFS {
  override async init(database: PGlite, options: Module) {
    const { emscriptenOpts } = await super.init(database, options)
    const adapt = (module: unknown) => {
      const { stream_ops: streams, node_ops: nodes } = (module as HostFileSystem).NODEFS
      const { setattr } = nodes
      // PGlite sets the requested mode after making a file, ignoring the umask.
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

/** `-F` would switch fsync off. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]
