// What one server costs: npm run bench:costs -- [--tickets 20000]
// The time from `npm start` until it answers, its memory fresh and under load, and what a browser fetches for the list.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { startPostgres } from '#test/postgres.ts'
import { findChromium } from '../chromium.ts'
import { root } from '../run.ts'
import { emails } from './fill.ts'
import { heading, ms, row } from './print.ts'
import { createClient, requestsPerSecond, signIn, startStand } from './stand.ts'
import { medianOf } from './times.ts'

const { values: options } = parseArgs({ options: { tickets: { type: 'string', default: '20000' } } })
const tickets = Number(options.tickets)
const starts = 3
const port = 4790
const origin = `http://127.0.0.1:${port}`

/** The start script of package.json, read so that the one that is measured is the one that is shipped. */
const startCommand = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1)

interface Started {
  server: ChildProcess
  pid: number
  readyMs: number
}

async function startBuilt(env: Record<string, string>): Promise<Started> {
  const begun = performance.now()
  const server = spawn(process.execPath, startCommand, {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', LOAD_SHEDDING: 'off', ...env },
    stdio: 'ignore',
  })
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) break
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await wait(5)
  }
  if (server.pid === undefined) throw new Error('the server has no process')
  return { server, pid: server.pid, readyMs: performance.now() - begun }
}

async function end(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** The memory that a process has in use, in MiB. Linux only. */
function memoryOf(pid: number): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

interface Fetched {
  requests: number
  kib: number
}

/** Counts what a page fetches from now on. @returns a function that says so */
async function countFetched(page: Page): Promise<() => Fetched> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let [requests, bytes] = [0, 0]
  const cached = new Set<string>()
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return
    requests++
    bytes += encodedDataLength
  })
  return () => ({ requests, kib: bytes / 1024 })
}

/** Opens the list as a browser that was never here, and then again, and stays for ten seconds each time. */
async function visit(cookie: string): Promise<{ cold: Fetched; warm: Fetched }> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const once = async () => {
    const page = await context.newPage()
    const counted = await countFetched(page)
    await page.goto(`${origin}/tickets`)
    await page.waitForTimeout(10_000)
    await page.close()
    return counted()
  }
  const cold = await once()
  const warm = await once()
  await browser.close()
  return { cold, warm }
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, tickets)
  await stand.stop()
  // The first start compiles what the others find compiled.
  await end((await startBuilt(env)).server)
  const ready: number[] = []
  const listed: number[] = []
  const fresh: number[] = []
  for (let turn = 0; turn < starts; turn++) {
    const begun = performance.now()
    const { server, pid, readyMs } = await startBuilt(env)
    ready.push(readyMs)
    const client = createClient(origin)
    const cookie = await signIn(client, emails.helpdesk)
    client.close()
    await fetch(`${origin}/api/tickets`, { headers: { cookie } })
    listed.push(performance.now() - begun)
    await wait(3000)
    fresh.push(memoryOf(pid))
    if (turn < starts - 1) await end(server)
    else {
      await requestsPerSecond(`${origin}/api/tickets?status=open`, cookie, 16, 15)
      await wait(3000)
      const loaded = memoryOf(pid)
      const { cold, warm } = await visit(cookie)
      await end(server)
      console.log(`\n## ${name}, ${tickets} tickets, the middle one of ${starts} starts`)
      heading('Cost', 'Measured')
      row('start to /healthz', `${ms(medianOf(ready))} ms`)
      row('start to the first list, with signing in', `${ms(medianOf(listed))} ms`)
      row('memory, fresh', `${ms(medianOf(fresh))} MiB`)
      row('memory after 15 s of lists at 16 connections', `${ms(loaded)} MiB`)
      row('list page in ten seconds, cold', `${cold.requests} requests, ${ms(cold.kib)} KiB`)
      row('list page in ten seconds, warm', `${warm.requests} requests, ${ms(warm.kib)} KiB`)
    }
  }
}

const limits = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000', TIME_ZONE: 'UTC' }
const postgres = await startPostgres({ durable: true })
await bench('PostgreSQL', {
  ...limits,
  DATABASE_URL: postgres.url,
  APP_SECRET: 'only for measuring, thirty-two and more',
})
await postgres.stop()
const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
await bench('Embedded database', { ...limits, DATABASE_URL: '', DATA_DIR: folder })
rmSync(folder, { recursive: true })
