import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import { z } from 'zod'
import { parseJson } from '#platform/contract/narrowing.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { copyDatabase, NoRoomForCopy } from '#platform/server/database/database-copy.ts'
import { Backup } from '../contract.ts'
import { BackupRefused } from './archive/archive.ts'
import { recordBackup } from './service.ts'

/** Longest address of a local socket that systems allow. */
const longestAddress = 103
const Answer = z.union([z.object({ copy: z.string() }), z.object({ refused: z.string() })])
/** Last message of a process that holds a snapshot, and its answer. */
const Said = z.object({ made: Backup })
const Heard = z.object({ noted: z.literal(true) })

/** Picks the shorter path of the socket; undefined where none fits, or sockets have no permissions. */
function addressOf(directory: string): string | undefined {
  const whole = path.join(directory, 'backup.sock')
  const [shorter = whole] = [whole, path.relative(process.cwd(), whole)].toSorted(
    (a, b) => a.length - b.length,
  )
  return process.platform === 'win32' || Buffer.byteLength(shorter) > longestAddress ? undefined : shorter
}

export interface MomentDoor {
  isOpen(): boolean
  close(): void
}

interface Parts {
  /** Data directory, which this process owns. */
  directory: string
  database: Pick<OpenDatabase, 'pool' | 'db'>
  log: Pick<Logger, 'warn'>
}

/** Lends a copy of the embedded database while the command is connected to a socket of the owner alone. */
export async function openMomentDoor({ directory, database, log }: Parts): Promise<MomentDoor> {
  const copy = path.join(directory, 'backup-moment')
  const address = addressOf(directory)
  // The copy is of a killed process; the lock of the directory excludes another one.
  fs.rmSync(copy, { recursive: true, force: true })
  if (address !== undefined) fs.rmSync(address, { force: true })
  let holder: net.Socket | undefined
  /** Settles once the last holder's copy is deleted. */
  let released: Promise<void> = Promise.resolve()

  /** Holds the only connection, so nothing is written in between. */
  async function makeCopy(): Promise<void> {
    const client = await database.pool.connect()
    try {
      await client.query('checkpoint')
      await copyDatabase(directory, copy)
    } finally {
      client.release()
    }
  }
  async function answer(): Promise<z.infer<typeof Answer>> {
    try {
      await makeCopy()
      return { copy }
    } catch (error) {
      if (error instanceof NoRoomForCopy) return { refused: error.message }
      log.warn({ err: error }, 'the database could not be copied for a backup')
      return { refused: 'The running program could not copy its database; its log says why.' }
    }
  }
  async function lend(socket: net.Socket): Promise<void> {
    const before = released
    const answered = before.then(answer)
    released = new Promise((resolve) => {
      const letGo = () => {
        if (holder === socket) holder = undefined
        resolve()
      }
      const removeCopy = () => fs.rm(copy, { recursive: true, force: true, maxRetries: 3 }, letGo)
      socket.once('close', () => void answered.then(removeCopy))
    })
    socket.write(`${JSON.stringify(await answered)}\n`)
  }
  async function note(line: string, socket: net.Socket): Promise<void> {
    const { data } = Said.safeParse(parseJson(line))
    if (!data) return
    try {
      await recordBackup(database.db, data.made)
      socket.write(`${JSON.stringify({ noted: true })}\n`)
    } catch (error) {
      log.warn({ err: error }, 'a backup was made, but could not be noted')
      socket.destroy()
    }
  }
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    // Reading to the end of the socket ends the lease.
    createInterface({ input: socket })
      .on('line', (line) => void note(line, socket))
      .on('error', () => undefined)
    // A killed command holds nothing any more; its copy is deleted first.
    if (holder && !holder.destroyed)
      return void socket.end(`${JSON.stringify({ refused: 'Another backup is being made.' })}\n`)
    holder = socket
    void lend(socket)
  })
  if (address === undefined)
    log.warn({ directory }, 'backups can be made only while the program is stopped: the path is too long')
  else {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
    fs.chmodSync(address, 0o600)
    server.unref()
  }
  return {
    isOpen: () => holder !== undefined,
    close() {
      server.close()
      holder?.destroy()
    },
  }
}

export interface Moment {
  copy: string
  /** @throws {BackupRefused} once the lending program has ended */
  check(): void
  /** Has the program record the backup. @throws when it has not */
  note(made: Backup): Promise<void>
  giveBack(): void
}

/** @returns undefined where no program answers @throws {BackupRefused} when it cannot lend a copy */
export async function askForMoment(directory: string): Promise<Moment | undefined> {
  const address = addressOf(directory)
  if (address === undefined) return undefined
  const socket = net.connect(address)
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isConnected) return undefined
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket })
  lines.on('error', () => undefined)
  /** Resolves with an empty line when the socket closes first. */
  const nextLine = () =>
    new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''))
      if (socket.destroyed) resolve('')
    })
  const { data } = Answer.safeParse(parseJson(await nextLine()))
  if (!data) throw new BackupRefused('The program was stopped meanwhile. Make the backup again.')
  if ('refused' in data) throw new BackupRefused(data.refused)
  return {
    copy: data.copy,
    check() {
      if (socket.destroyed)
        throw new BackupRefused('The program was stopped meanwhile. Make the backup again.')
    },
    async note(made) {
      const answered = nextLine()
      socket.write(`${JSON.stringify({ made })}\n`)
      if (!Heard.safeParse(parseJson(await answered)).success) throw new Error('the program did not note it')
    },
    giveBack: () => void socket.destroy(),
  }
}
