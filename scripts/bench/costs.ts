// What one server costs: node scripts/bench/costs.ts [--tickets 20000] [--starts 3] [--load 15] [--database postgres|pglite] [--requests]
// The time from `npm start` until it answers, its memory fresh and under load, and what a browser fetches for the list.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { end, memoryOf, origin, startBuilt } from './built.ts'
import { onEachDatabase } from './databases.ts'
import { emails } from './fill.ts'
import { heading, ms, row } from './print.ts'
import { createClient, requestsPerSecond, signIn, startStand } from './stand.ts'
import { medianOf } from './times.ts'
import { visit, type Visit } from './visit.ts'

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '20000' },
    starts: { type: 'string', default: '3' },
    /** Seconds of lists. */
    load: { type: 'string', default: '15' },
    database: { type: 'string' },
    /** Names every request of a visit. */
    requests: { type: 'boolean', default: false },
  },
})
const [tickets, starts, loadS] = [Number(options.tickets), Number(options.starts), Number(options.load)]

function showVisit(how: string, { requests, kb, paintMs, firstRowMs, shift, fetched }: Visit): void {
  heading(`List page, ${how}, in ten seconds`, 'Measured')
  row('fetched', `${requests} requests, ${kb.toFixed(1)} kB`)
  row('first contentful paint', `${ms(paintMs)} ms`)
  row('first row', `${ms(firstRowMs)} ms`)
  row('layout shift', shift.toFixed(4))
  if (!options.requests) return
  heading(`Fetched, ${how}`, 'Status', 'Bytes', 'Begun after, ms', 'By')
  for (const { path, status, bytes, startedMs, initiator } of fetched)
    row(path, String(status), String(bytes), ms(startedMs), initiator)
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
      await requestsPerSecond(`${origin}/api/tickets?status=open`, cookie, 16, loadS)
      await wait(3000)
      const loaded = memoryOf(pid)
      const { cold, warm } = await visit({ origin, cookie, path: '/tickets', waitFor: 'main tbody a' })
      await end(server)
      console.log(`\n### ${name}, ${tickets} tickets, the middle one of ${starts} starts`)
      heading('Cost', 'Measured')
      row('start to /healthz', `${ms(medianOf(ready))} ms`)
      row('start to the first list, with signing in', `${ms(medianOf(listed))} ms`)
      row('memory, fresh', `${ms(medianOf(fresh))} MiB`)
      row(`memory after ${loadS} s of lists at 16 connections`, `${ms(loaded)} MiB`)
      showVisit('cold', cold)
      showVisit('warm', warm)
    }
  }
}

const limits = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000', TIME_ZONE: 'UTC' }
await onEachDatabase({ database: options.database }, (name, env) => bench(name, { ...limits, ...env }))
