// What backups cost: node scripts/bench/backup.ts [--tickets 100000] [--gigabytes 5] [--database postgres|pglite]
// Backup, restore and move as `npm run` does them: time, the most memory of the command, and what the program has to add while it runs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { watchPeak } from '#test/processes/peak-memory.ts'
import { startPostgres } from '#test/postgres.ts'
import { startS3 } from '#test/services/s3.ts'
import { root, runNode } from '../run.ts'
import { end, memoryOf, startBuilt } from './built.ts'
import { heading, row } from './print.ts'
import { startStand } from './stand.ts'

type Env = Record<string, string>

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    gigabytes: { type: 'string', default: '5' },
    database: { type: 'string' },
  },
})
const [tickets, fileBytes] = [Number(options.tickets), Number(options.gigabytes) * 2 ** 30]
const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
const APP_SECRET = 'only for measuring, thirty-two and more'
const limits = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000', LOAD_SHEDDING: 'off' }

/** The scripts of package.json, read so that what is measured is what is shipped. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Runs a command to its end and prints what it took. @throws when it fails */
async function measure(name: string, command: string, words: string[], env: Env, server?: ChildProcess) {
  const { PATH = '', HOME = '' } = process.env
  const begun = performance.now()
  const child = spawn(process.execPath, [...(scripts[command] ?? '').split(' ').slice(1), ...words], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const peak = watchPeak(child)
  const peakOfServer = server && watchPeak(server)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  const seconds = (performance.now() - begun) / 1000
  row(name, seconds.toFixed(0), peak().toFixed(0), peakOfServer ? peakOfServer().toFixed(0) : '')
}

const head = (title: string) => {
  console.log(`\n### ${title}, ${tickets} tickets, ${options.gigabytes} GB of files`)
  heading('Command', 's', 'most memory, MiB', 'of the program, MiB')
}
const sizeOf = (file: string) =>
  console.log(`\nThe backup has ${Math.round(statSync(file).size / 2 ** 20)} MiB.`)

/** A PostgreSQL with as many databases, and buckets beside them, as are asked for. */
async function startPlaces() {
  const server = await startPostgres({ durable: true })
  const client = new pg.Client(server.url)
  await client.connect()
  const buckets: Awaited<ReturnType<typeof startS3>>[] = []
  async function place(): Promise<Env> {
    const bucket = await startS3()
    const name = `place_${buckets.push(bucket)}`
    await client.query(`create database ${name} template template0`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return {
      ...limits,
      APP_SECRET,
      DATA_DIR: join(folder, name),
      DATABASE_URL: String(url),
      ...bucket.settings,
    }
  }
  async function stop(): Promise<void> {
    await client.end()
    await Promise.all(buckets.map((bucket) => bucket.stop()))
    await server.stop()
  }
  return { place, stop }
}
const embedded = (name: string): Env => ({
  ...limits,
  APP_SECRET,
  DATABASE_URL: '',
  DATA_DIR: join(folder, name),
})

/** Moves a desk as `npm run move` does. */
async function measureMove(name: string, from: Env, to: Env): Promise<void> {
  const settings = join(folder, 'moved.env')
  writeFileSync(
    settings,
    Object.entries(to)
      .map((pair) => pair.join('='))
      .join('\n'),
  )
  await measure(name, 'move', ['--to-env', settings], from)
}

async function withPostgres(): Promise<void> {
  const { place, stop } = await startPlaces()
  const [here, restored, moved] = [await place(), await place(), await place()]
  await (await startStand(here, tickets, fileBytes)).stop()
  const file = join(folder, 'postgres.backup')
  head('PostgreSQL and a bucket')
  await measure('backup', 'backup', [file], here)
  await measure('restore --check', 'restore', [file, '--check'], restored)
  await measure('restore', 'restore', [file], restored)
  await measureMove('move to another PostgreSQL and bucket', restored, moved)
  sizeOf(file)
  await stop()
}

async function withEmbedded(): Promise<void> {
  const here = embedded('here')
  await (await startStand(here, tickets, fileBytes)).stop()
  const [file, asked] = [join(folder, 'embedded.backup'), join(folder, 'asked.backup')]
  head('Embedded database and a folder')
  await measure('backup', 'backup', [file], here)
  const { server, pid } = await startBuilt(here)
  // What it takes to start is over by then.
  await wait(5000)
  const before = memoryOf(pid)
  await measure('backup while the program runs', 'backup', [asked], here, server)
  row('the program before and after', '', '', `${before.toFixed(0)} and ${memoryOf(pid).toFixed(0)}`)
  await end(server)
  rmSync(asked)
  const restored = embedded('restored')
  await measure('restore', 'restore', [file], restored)
  const { place, stop } = await startPlaces()
  const moved = await place()
  await measureMove('move to PostgreSQL and a bucket', restored, moved)
  await measureMove('move back', moved, embedded('moved-back'))
  await stop()
  sizeOf(file)
}

try {
  const { code, output } = await runNode([join(root, 'scripts/build.ts'), '--no-budget', 'server'])
  if (code !== 0) throw new Error(output)
  if (options.database !== 'pglite') await withPostgres()
  if (options.database !== 'postgres') await withEmbedded()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
