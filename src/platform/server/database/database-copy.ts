import fs from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'

export class NoRoomForCopy extends Error {}

const prefix = 'before-'
const mostCopies = 2
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

/** Copies the embedded database for reading, while nothing writes to it. @throws {NoRoomForCopy} before anything is written */
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
 * Copies the embedded database, idle after a checkpoint, synchronously, so that nothing writes to it. Keeps the two newest copies.
 * @param label reason of the copy, part of its name
 * @returns the path of the copy
 * @throws {NoRoomForCopy} before anything is written
 */
export function createDatabaseCopy(directory: string, label: string, now: Date): string {
  const database = path.join(directory, 'database')
  // The work needs as much room again: a migration may rewrite every table.
  requireRoom(directory, database, 2, [
    'Bringing the database up to date',
    'for a copy of it as it is now and for the work',
    'Make room, then start again.',
  ])
  // The moment comes first, so that names sort by time.
  const kept = path.join(directory, `${prefix}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${label}`)
  const unfinished = path.join(directory, `unfinished-copy`)
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.cpSync(database, unfinished, { recursive: true })
  for (const file of filesIn(unfinished)) sync(file)
  fs.renameSync(unfinished, kept)
  for (const { name } of listCopies(directory).slice(0, -mostCopies))
    fs.rmSync(path.join(directory, name), { recursive: true, force: true })
  return kept
}

const copyName = /^before-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/

/** Lists the copies made by `createDatabaseCopy`, the oldest first. @param directory the data directory; it may be missing */
export function listCopies(directory: string): { name: string; madeAt: Date }[] {
  const names = fs.existsSync(directory) ? fs.readdirSync(directory).sort() : []
  return names.flatMap((name) => {
    const moment = copyName.exec(name)?.slice(1)
    return moment
      ? [{ name, madeAt: new Date(`${moment.slice(0, 3).join('-')}T${moment.slice(3).join(':')}Z`) }]
      : []
  })
}
