import fs from 'node:fs'
import path from 'node:path'

/** Thrown when a copy is wanted and there is no room for it. */
export class NoRoomForCopy extends Error {}

const prefix = 'before-'
const keptCopies = 2
const megabyte = 1024 * 1024

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

function sync(file: string): void {
  const descriptor = fs.openSync(file, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Requires room for the copy and as much again, for a migration may rewrite every table. */
function requireRoom(directory: string, database: string): void {
  const bytes = filesIn(database).reduce((sum, file) => sum + fs.statSync(file).size, 0)
  const { bavail, bsize } = fs.statfsSync(directory)
  const inMb = (size: number) => Math.ceil(size / megabyte)
  if (bavail * bsize < 2 * bytes)
    throw new NoRoomForCopy(
      `Bringing the database up to date needs ${inMb(2 * bytes)} MB of free space in ${directory}, for a copy of it as it is now and for the work; there are ${inMb(bavail * bsize)} MB. Make room, then start again.`,
    )
}

/**
 * Copies the embedded database as it lies on the disk, in one go, so that nothing is written meanwhile. The database must have made a
 * checkpoint and be idle. Only the two newest copies stay.
 * @param directory the data directory
 * @param label what the copy was made before, part of its name
 * @returns where the copy lies
 * @throws {NoRoomForCopy} before anything is written
 */
export function keepCopy(directory: string, label: string, now: Date): string {
  const database = path.join(directory, 'database')
  requireRoom(directory, database)
  // The moment first, so that the names are in the order of time.
  const kept = path.join(directory, `${prefix}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${label}`)
  const unfinished = path.join(directory, `unfinished-copy`)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.cpSync(database, unfinished, { recursive: true })
  for (const file of filesIn(unfinished)) sync(file)
  fs.renameSync(unfinished, kept)
  const copies = fs.readdirSync(directory).filter((name) => /^before-\d{8}T\d{6}Z-/.test(name))
  for (const old of copies.sort().slice(0, -keptCopies))
    fs.rmSync(path.join(directory, old), { recursive: true, force: true })
  return kept
}
