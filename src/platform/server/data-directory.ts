import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Thrown when another process serves from the same directory. */
export class DirectoryInUse extends Error {}

/** Most systems cut the path of a socket at 104 or 108 bytes. */
const longestSocketPath = 100

function lockPath(directory: string): string {
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return String.raw`\\.\pipe\signalbox-${name}`
  const inside = path.join(directory, 'lock.sock')
  return Buffer.byteLength(inside) <= longestSocketPath
    ? inside
    : path.join(os.tmpdir(), `signalbox-${name}.sock`)
}

const listen = (at: string) =>
  new Promise<net.Server>((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(at, () => resolve(server))
    server.unref()
  })

const answers = (at: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(at, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Takes the directory for this process alone: a listening socket, which the system frees however the process ends. Two processes on one
 * embedded database would silently destroy it.
 * @returns a function that gives it back
 * @throws {DirectoryInUse}
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const real = fs.realpathSync(directory)
  const at = lockPath(real)
  for (let attempt = 0; ; attempt++) {
    try {
      const server = await listen(at)
      return () => server.close()
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken) throw error
      if (attempt > 0 || (await answers(at)))
        throw new DirectoryInUse(
          `Another Signalbox is already running with the data directory ${real}. Stop it first, or give this one its own DATA_DIR.`,
        )
      // Nobody answers: its owner is dead.
      fs.rmSync(at, { force: true })
    }
  }
}

/** The secret of this installation, made at the first start, readable by its owner only. */
export function loadSecret(directory: string): string {
  const file = path.join(directory, 'secret')
  if (!fs.existsSync(file)) {
    const temporary = `${file}.${process.pid}`
    fs.writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    fs.renameSync(temporary, file)
  }
  return fs.readFileSync(file, 'utf8').trim()
}
