// PGlite brings nothing to the disk: it starts with fsync switched off, and the file system that it is compiled with answers `fsync` without
// asking the disk. An acknowledged write could be lost with the power.
// Upstream: https://github.com/electric-sql/pglite/issues/1107. `pglite-fsync.pglite.test.ts` fails once this file is not needed any more.

import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
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
export const othersMask = 0o077

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
export function syncNewDatabase(directory: string): void {
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
export class DurableNodeFS extends NodeFS {
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

/** `-F` would switch fsync off. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]
