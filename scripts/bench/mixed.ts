// A day's mixture for as long as one likes: node scripts/bench/mixed.ts [--minutes 60] [--people 50] [--changes 10] [--tickets 20000]
// [--database postgres|pglite]. People hold a socket each and read once in two seconds; changes come at a steady rate whether or not the ones before are answered.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSocket, type Socket } from '#test/socket.ts'
import { end, memoryOf, origin, startBuilt } from './built.ts'
import { onEachDatabase } from './databases.ts'
import { callOf, deeds, type Deed } from './deeds.ts'
import { heading, ms, row } from './print.ts'
import { createClient, signIn, startStand, type Client } from './stand.ts'
import { medianOf, timesOf } from './times.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    people: { type: 'string', default: '50' },
    changes: { type: 'string', default: '10' },
    tickets: { type: 'string', default: '20000' },
    database: { type: 'string' },
  },
})
const [minutes, people, changesPerSecond, tickets] = [
  Number(options.minutes),
  Number(options.people),
  Number(options.changes),
  Number(options.tickets),
]
const changes: Deed[] = ['comment', 'status', 'comment', 'create', 'comment']
const reads: Deed[] = ['list', 'read']
const readsPerSecond = people / 2
/** Compiling and filling caches is over by then. */
const warmUpMs = 30_000

interface Person {
  client: Client
  cookie: string
  socket: Socket
}

async function arrive(at: number): Promise<Person> {
  const client = createClient(origin)
  const cookie = await signIn(client, `staff-${(at % 39) + 1}@example.com`)
  const { text } = await client.send('GET', '/api/auth/user', cookie)
  const { id } = JSON.parse(text) as { id: string }
  const socket = await openSocket(origin, { cookie, origin })
  socket.send({ type: 'user:join', userId: id })
  await socket.hearsType('authenticated')
  return { client, cookie, socket }
}

interface Seen {
  taken: Record<Deed, number[]>
  faults: string[]
  memory: number[]
  heard: number
}

/** Does something so often a second until a moment. @returns when the last of it has been answered */
async function steadily(
  perSecond: number,
  until: number,
  job: (turn: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const going = new Set<Promise<void>>()
  for (let turn = 0; performance.now() < until; turn++) {
    await wait(Math.max(0, begun + (turn * 1000) / perSecond - performance.now()))
    const one = job(turn).finally(() => going.delete(one))
    going.add(one)
  }
  await Promise.all(going)
}

async function work(
  crowd: readonly Person[],
  pid: number,
  ids: readonly string[],
  lengthMs: number,
): Promise<Seen> {
  const seen: Seen = {
    taken: { list: [], read: [], create: [], comment: [], status: [] },
    faults: [],
    memory: [],
    heard: 0,
  }
  const desk = { ids, query: 'status=open' }
  async function act(person: Person, deed: Deed): Promise<void> {
    const { method, path, body } = callOf(deed, desk)
    const begun = performance.now()
    try {
      const { status } = await person.client.send(method, path, person.cookie, body)
      if (status >= 300) seen.faults.push(`${deed} answered ${status}`)
    } catch (error) {
      seen.faults.push(`${deed}: ${String(error)}`)
    }
    seen.taken[deed].push(performance.now() - begun)
  }
  const until = performance.now() + lengthMs
  await Promise.all([
    steadily(changesPerSecond, until, (turn) =>
      act(crowd[turn % crowd.length]!, changes[turn % changes.length]!),
    ),
    steadily(readsPerSecond, until, (turn) => act(crowd[turn % crowd.length]!, reads[turn % reads.length]!)),
    steadily(0.1, until, async () => {
      seen.memory.push(memoryOf(pid))
      for (const { socket } of crowd) seen.heard += socket.heard.splice(0).length
    }),
  ])
  const closed = crowd.filter(({ socket }) => socket.raw.readyState !== socket.raw.OPEN)
  if (closed.length > 0) seen.faults.push(`${closed.length} sockets were closed`)
  return seen
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, tickets)
  const found = await stand.ask('rows', 'select id from tickets order by random() limit 2000')
  await stand.stop()
  const limits = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000', TIME_ZONE: 'UTC' }
  const { server, pid } = await startBuilt({ ...limits, ...env })
  const crowd: Person[] = []
  for (let at = 0; at < people; at++) crowd.push(await arrive(at))
  const ids = (found as { id: string }[]).map(({ id }) => id)
  await work(crowd, pid, ids, warmUpMs)
  const { taken, faults, memory, heard } = await work(crowd, pid, ids, minutes * 60_000)
  for (const { client, socket } of crowd) {
    client.close()
    await socket.close()
  }
  await end(server)

  const settings = `${people} people, ${changesPerSecond} changes and ${readsPerSecond} reads a second`
  console.log(`\n### ${name}, ${tickets} tickets, ${settings}, ${minutes} minutes`)
  heading('Call', 'calls', 'median, ms', 'p95, ms', 'slowest, ms')
  for (const deed of deeds) {
    const { median, p95 } = timesOf(taken[deed])
    row(deed, taken[deed].length, ms(median), ms(p95), ms(Math.max(...taken[deed])))
  }
  const half = Math.floor(memory.length / 2)
  console.log(
    `\nMemory: ${ms(medianOf(memory.slice(0, half)))} MiB in the first half, ${ms(medianOf(memory.slice(half)))} in the second.`,
  )
  console.log(`Messages heard on sockets: ${heard}. Faults: ${faults.length}.`)
  for (const fault of new Set(faults)) console.log(`- ${fault}`)
}

await onEachDatabase({ database: options.database }, bench)
