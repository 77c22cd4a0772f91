// What one server does a second, beside what is possible at all:
// node scripts/bench/calls.ts [--tickets 20000] [--quick] [--only DEED] [--database postgres|pglite] [--postgres URL]
// With --postgres it uses that database, which is empty or was filled by an earlier run, and keeps it.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { onEachDatabase } from './databases.ts'
import type { Alone } from './floor.ts'
import { deeds, type Deed } from './deeds.ts'
import type { Load } from './load.ts'
import { heading, row } from './print.ts'
import { createClient, startStand, type Stand } from './stand.ts'
import { medianOf } from './times.ts'

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '20000' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    database: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const tickets = Number(options.tickets)
const connections = 16
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 3 } : { rounds: 3, seconds: 6 }

const words: Record<Deed, string> = {
  list: 'list, one filter, with its total',
  read: 'ticket with comments',
  create: 'create a ticket',
  comment: 'add a comment',
  status: 'change a status',
}

const start = (file: string, ...args: string[]) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })

async function ask(child: ChildProcess, question: Load | Alone): Promise<number> {
  const answered = once(child, 'message') as Promise<[{ perSecond: number } | { error: string }]>
  child.send(question)
  const [answer] = await answered
  if ('error' in answer) throw new Error(answer.error)
  return answer.perSecond
}

const share = (ours: number, floor: number) => `${Math.round((100 * ours) / floor)} %`

async function pageOf(stand: Stand, query: string): Promise<string> {
  const client = createClient(stand.origin)
  await stand.ask('record')
  await client.send('GET', `/api/tickets?${query}`, stand.cookies.helpdesk)
  client.close()
  return JSON.stringify(await stand.ask('page'))
}

/** Fills the database of `env`. @returns what the floor works on: the same database, or a copy of an embedded one, which one process owns */
async function floorPlace(env: Record<string, string>): Promise<string> {
  const { DATABASE_URL, DATA_DIR = '' } = env
  if (DATABASE_URL) return DATABASE_URL
  await (await startStand(env, tickets)).stop()
  const copy = join(DATA_DIR, 'floor')
  cpSync(join(DATA_DIR, 'database'), copy, { recursive: true })
  return copy
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const place = await floorPlace(env)
  const stand = await startStand({ ...env, LOAD_SHEDDING: 'off' }, tickets)
  const query = 'status=open'
  const floor = start('floor.ts', place, await pageOf(stand, query))
  const load = start('load.ts')
  try {
    const [{ origin }] = (await once(floor, 'message')) as [{ origin: string }]
    const found = (await stand.ask('rows', 'select id from tickets order by random() limit 2000')) as {
      id: string
    }[]
    const ids = found.map(({ id }) => id)
    console.log(`\n### ${name}, ${tickets} tickets, ${connections} connections, ${rounds} × ${seconds} s`)
    heading(
      'Call',
      'Signalbox /s',
      'Fastify + pg /s',
      'share',
      'database alone /s',
      'share',
      'server: processor ms a call',
      'database: processor ms a call',
    )
    for (const deed of deeds.filter((one) => one.includes(options.only))) {
      const shared = { deed, connections, ids, cookie: stand.cookies.helpdesk, query }
      await ask(load, { ...shared, origin: stand.origin, seconds: 2 })
      const [ours, behindFastify, alone]: [number[], number[], number[]] = [[], [], []]
      const used = { server: 0, database: 0, calls: 0 }
      for (let round = 0; round < rounds; round++) {
        const before = await stand.ask('processorMs')
        const perSecond = await ask(load, { ...shared, origin: stand.origin, seconds })
        const after = await stand.ask('processorMs')
        ours.push(perSecond)
        used.server += after.server - before.server
        used.database += after.database - before.database
        used.calls += perSecond * seconds
        behindFastify.push(await ask(load, { ...shared, origin, seconds }))
        alone.push(await ask(floor, { deed, connections, seconds, ids }))
      }
      const [mine, floored, bare] = [medianOf(ours), medianOf(behindFastify), medianOf(alone)]
      const cells = [mine, floored, bare].map(Math.round) as [number, number, number]
      // The embedded database works in the server's process.
      const costs = [used.server, used.database].map((all) => (all > 0 ? (all / used.calls).toFixed(2) : ''))
      row(words[deed], cells[0], cells[1], share(mine, floored), cells[2], share(mine, bare), ...costs)
    }
  } finally {
    load.disconnect()
    floor.disconnect()
    await once(floor, 'exit')
    await stand.stop()
  }
}

await onEachDatabase({ database: options.database, postgres: options.postgres }, bench)
