import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { lockFile } from './file-lock.ts'
import { findOwnerElsewhere, startHeartbeat } from './heartbeat.ts'

export class DirectoryInUse extends Error {}

const isInUse = (directory: string) =>
  new DirectoryInUse(
    `Another Signalbox is already running with the data directory ${directory}. Stop it first, or give this one its own DATA_DIR.`,
  )

/** Detects a running server of version 0.1.0, which locked its directory by a listening socket. */
const isHeldByFirstVersion = (socketPath: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(socketPath, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

function createLockFile(directory: string): () => void {
  let unlock: (() => void) | undefined
  try {
    unlock = lockFile(path.join(directory, 'lock'))
  } catch (error) {
    throw new DirectoryInUse(
      `The data directory ${directory} cannot be locked (${error instanceof Error ? error.message : String(error)}). Choose a DATA_DIR that can be written, on a disk of this machine.`,
    )
  }
  if (!unlock) throw isInUse(directory)
  return unlock
}

/**
 * Locks the directory: two processes would silently destroy an embedded database. An OS lock decides among the processes and containers of
 * one host. Network volumes may not pass locks on, so a heartbeat file protects against other hosts.
 * @returns a function that unlocks it
 * @throws {DirectoryInUse} at once for an owner on this host; within ten seconds for one on another host
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const real = fs.realpathSync(directory)
  const unlock = createLockFile(real)
  try {
    const firstLock = path.join(real, 'lock.sock')
    if (await isHeldByFirstVersion(firstLock)) throw isInUse(real)
    fs.rmSync(firstLock, { force: true })
    const signFile = path.join(real, 'instance.json')
    const owner = await findOwnerElsewhere(signFile)
    if (owner !== undefined)
      throw new DirectoryInUse(
        `Another Signalbox is running on the host ${owner} with the data directory ${real}. The embedded database is for one process on one host: give this one its own DATA_DIR, or use DATABASE_URL.`,
      )
    const stopHeartbeat = await startHeartbeat(signFile)
    if (!stopHeartbeat) throw isInUse(real)
    return async () => {
      await stopHeartbeat()
      unlock()
    }
  } catch (error) {
    unlock()
    throw error
  }
}

export class DatabaseMoved extends Error {}

/** Within the database folder, so that the note moves with it. */
const noteOfMove = (directory: string) => path.join(directory, 'database', 'moved')

/** Notes a move, so that nobody starts the desk left behind. */
export const noteMove = (directory: string, to: string, at: Date): void =>
  fs.writeFileSync(noteOfMove(directory), `on ${at.toISOString().slice(0, 10)} to ${to}`, { flush: true })

export function requireNotMoved(directory: string): void {
  const note = noteOfMove(directory)
  if (!fs.existsSync(note)) return
  throw new DatabaseMoved(
    `The desk in ${directory} was moved ${fs.readFileSync(note, 'utf8')}. Name that database (DATABASE_URL or DATABASE_URL_FILE, or DATA_DIR). To move back to here, put ${path.dirname(note)} aside first. To go on with what stayed here instead, remove ${note}.`,
  )
}

/** Loads the secret of this installation, made at the first start, readable by its owner only. */
export function loadSecret(directory: string): string {
  const file = path.join(directory, 'secret')
  if (!fs.existsSync(file)) {
    const temporary = `${file}.${process.pid}`
    fs.writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    fs.renameSync(temporary, file)
  }
  return fs.readFileSync(file, 'utf8').trim()
}
