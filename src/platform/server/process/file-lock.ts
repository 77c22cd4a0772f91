import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const busy = 5
/** Windows locks in several steps: a competitor can block briefly without becoming the owner. */
const windowsWaitMs = 2000

/**
 * Locks a file by an exclusive SQLite transaction: Node has no call for it, and the system frees it however the process ends.
 * Sockets and pid files would leave remains, and race about clearing them. Path length, links, network namespaces and TMPDIR do not matter.
 * @param file is made when it is missing and never removed
 * @returns a function that unlocks; undefined when another caller holds the lock
 * @throws {Error} when the file cannot be made or the file system cannot lock
 */
export function lockFile(file: string): (() => void) | undefined {
  const url = pathToFileURL(path.resolve(file))
  const isWindows = process.platform === 'win32'
  // This variant locks by one system call: of several at once exactly one succeeds.
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

/** A garbage-collected connection would release its lock. */
const held = new Set<DatabaseSync>()
