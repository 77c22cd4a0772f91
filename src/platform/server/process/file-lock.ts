import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const busy = 5
/** Windows takes the lock in several steps, during which a competitor can be in the way without becoming the owner. */
const windowsWaitMs = 2000

/**
 * Locks a file through the operating system, which frees the lock however the process ends. Node has no call for that itself, SQLite
 * has: an exclusive transaction on an empty database. Unlike a socket or a file with a process id there is no leftover to clear
 * away, and so no race about clearing it; neither length of path, symbolic links, network namespaces nor TMPDIR matter.
 * @param file is made when it is missing and never removed
 * @returns a function that gives the lock back; undefined when another process, or another caller in this one, holds it
 * @throws {Error} when the file cannot be made or the file system cannot lock
 */
export function lockFile(file: string): (() => void) | undefined {
  const url = pathToFileURL(path.resolve(file))
  const isWindows = process.platform === 'win32'
  // This variant takes the whole lock with one system call: of several at once exactly one gets it.
  if (!isWindows) url.searchParams.set('vfs', 'unix-excl')
  const database = new DatabaseSync(url, { timeout: isWindows ? windowsWaitMs : 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
    throw error
  }
  held.add(database)
  return () => {
    if (held.delete(database)) database.close()
  }
}

/** Collected as garbage, a connection would give its lock back. */
const held = new Set<DatabaseSync>()
