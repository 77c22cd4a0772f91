import fs from 'node:fs'
import { cp } from 'node:fs/promises'
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

/** Requires room for so many copies. @param why what it is needed for, and what to do */
function requireRoom(
  directory: string,
  database: string,
  copies: number,
  why: [string, string, string],
): void {
  const bytes = filesIn(database).reduce((sum, file) => sum + fs.statSync(file).size, 0)
  const { bavail, bsize } = fs.statfsSync(directory)
  const inMb = (size: number) => Math.ceil(size / megabyte)
  const [what, use, way] = why
  if (bavail * bsize < copies * bytes)
    throw new NoRoomForCopy(
      `${what} needs ${inMb(copies * bytes)} MB of free space in ${directory}, ${use}; there are ${inMb(bavail * bsize)} MB. ${way}`,
    )
}

/**
 * Copies the embedded database as it lies on the disk to another folder, where it can be opened for reading. Nothing may be written to
 * it meanwhile. Takes no room where the file system shares blocks.
 * @throws {NoRoomForCopy} before anything is written
 */
export async function copyDatabase(directory: string, to: string): Promise<void> {
  const database = path.join(directory, 'database')
  requireRoom(directory, database, 1, [
    'A backup of the running program',
    'for a copy of the database as it is now',
    'Make room, or stop the program for the backup.',
  ])
  await cp(database, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
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
  // The work needs as much room again: a migration may rewrite every table.
  requireRoom(directory, database, 2, [
    'Bringing the database up to date',
    'for a copy of it as it is now and for the work',
    'Make room, then start again.',
  ])
  // The moment first, so that the names are in the order of time.
  const kept = path.join(directory, `${prefix}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${label}`)
  const unfinished = path.join(directory, `unfinished-copy`)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.cpSync(database, unfinished, { recursive: true })
  for (const file of filesIn(unfinished)) sync(file)
  fs.renameSync(unfinished, kept)
  for (const { name } of listCopies(directory).slice(0, -keptCopies))
    fs.rmSync(path.join(directory, name), { recursive: true, force: true })
  return kept
}

const copyName = /^before-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/

/**
 * Copies of the embedded database that `keepCopy` has left, the oldest first.
 * @param directory the data directory; one that is not there holds none
 */
export function listCopies(directory: string): { name: string; madeAt: Date }[] {
  const names = fs.existsSync(directory) ? fs.readdirSync(directory).sort() : []
  return names.flatMap((name) => {
    const moment = copyName.exec(name)?.slice(1)
    return moment
      ? [{ name, madeAt: new Date(`${moment.slice(0, 3).join('-')}T${moment.slice(3).join(':')}Z`) }]
      : []
  })
}
