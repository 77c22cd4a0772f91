// How long a change takes to the last of many sockets, beside `ws` by itself:
// node scripts/bench/sockets.ts [--sockets 1000,10000] [--tickets 20000] [--database postgres|pglite]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { end, memoryOf, origin, startBuilt } from './built.ts'
import { onEachDatabase } from './databases.ts'
import { emails } from './fill.ts'
import { heading, ms, row } from './print.ts'
import { createClient, signIn, startStand } from './stand.ts'
import { timesOf } from './times.ts'

const { values: options } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000,10000' },
    tickets: { type: 'string', default: '20000' },
    database: { type: 'string' },
  },
})
const sizes = options.sockets.split(',').map(Number)
const socketsPerPerson = 20
const changes = 30
const signingInAtOnce = 4

/** Many open sockets, and how often all of them have been told of one thing. */
class Crowd {
  readonly #sockets: WebSocket[] = []
  #awaited = ''
  #left = new Set<WebSocket>()
  #done = () => {}

  /** @param greeting what a socket says first; it counts as open when it has been answered. */
  async add(url: string, headers: Record<string, string>, greeting?: string): Promise<void> {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    await once(socket, 'open')
    if (greeting !== undefined) {
      socket.send(greeting)
      await once(socket, 'message')
    }
    socket.on('message', (data: Buffer) => {
      if (this.#awaited === '' || !data.includes(this.#awaited)) return
      this.#left.delete(socket)
      if (this.#left.size === 0) this.#done()
    })
    this.#sockets.push(socket)
  }

  get size(): number {
    return this.#sockets.length
  }

  /** @returns the milliseconds from the start of the change until the last socket was told of what has this text in it */
  async told(part: string, change: () => Promise<unknown>): Promise<number> {
    this.#awaited = part
    this.#left = new Set(this.#sockets)
    const all = new Promise<void>((resolve) => (this.#done = resolve))
    const begun = performance.now()
    await Promise.all([change(), all])
    return performance.now() - begun
  }

  end(): void {
    for (const socket of this.#sockets) socket.terminate()
  }
}

const staffEmail = (at: number) => `crowd-${at}@example.com`

/** As many people of the desk as the sockets need, with the password of everybody. */
const addStaff = (count: number) => `
  insert into users (email, first_name, last_name, role, password, company_name, search_text)
  select 'crowd-' || n || '@example.com', 'Crowd', n::text, 'helpdesk', known.password, '', 'crowd ' || n
  from generate_series(0, ${count - 1}) n, (select password from users where email = '${emails.helpdesk}') known
  on conflict (email) do nothing`

async function joinAs(email: string, crowd: Crowd, sockets: number): Promise<void> {
  const client = createClient(origin)
  const cookie = await signIn(client, email)
  const { text } = await client.send('GET', '/api/auth/user', cookie)
  client.close()
  const { id } = JSON.parse(text) as { id: string }
  const greeting = JSON.stringify({ type: 'user:join', userId: id })
  for (let turn = 0; turn < sockets; turn++)
    await crowd.add(`${origin.replace('http', 'ws')}/ws`, { cookie, origin }, greeting)
}

async function fillTo(crowd: Crowd, size: number): Promise<void> {
  const people = Array.from({ length: (size - crowd.size) / socketsPerPerson }, (_, at) =>
    staffEmail(at + crowd.size / socketsPerPerson),
  )
  const lane = async () => {
    for (let email = people.shift(); email !== undefined; email = people.shift())
      await joinAs(email, crowd, socketsPerPerson)
  }
  await Promise.all(Array.from({ length: signingInAtOnce }, lane))
}

const statuses = ['progress', 'testing', 'open']

/** How long it takes to tell all of them, one time after the other with a pause after each. */
async function timesOfTelling(tell: (turn: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < changes; turn++) {
    taken.push(await tell(turn))
    await wait(200)
  }
  return taken
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, Number(options.tickets))
  await stand.ask('rows', addStaff(Math.max(...sizes) / socketsPerPerson))
  const [ticket] = (await stand.ask('rows', 'select id from tickets limit 1')) as { id: string }[]
  await stand.stop()
  const { server, pid } = await startBuilt({
    WRITES_PER_MINUTE: '1000000',
    READS_PER_MINUTE: '1000000',
    TIME_ZONE: 'UTC',
    ...env,
  })
  const bare = fork(fileURLToPath(new URL('bare-sockets.ts', import.meta.url)))
  const [{ origin: bareOrigin }] = (await once(bare, 'message')) as [{ origin: string }]
  const client = createClient(origin)
  const cookie = await signIn(client, emails.helpdesk)
  const poster = createClient(bareOrigin)
  const [ours, floor] = [new Crowd(), new Crowd()]
  const measured: { taken: number[]; memory: number }[] = []
  for (const size of sizes) {
    await fillTo(ours, size)
    const taken = await timesOfTelling((turn) =>
      ours.told(ticket!.id, () =>
        client.send('PUT', `/api/tickets/${ticket!.id}`, cookie, {
          status: statuses[turn % statuses.length],
        }),
      ),
    )
    measured.push({ taken, memory: memoryOf(pid) })
  }
  // After them, since a process may not have so many connections open as both need.
  ours.end()
  const frame = 'x'.repeat(400)
  console.log(`\n### ${name}, ${options.tickets} tickets`)
  heading('Sockets', 'change to the last, ms', 'p95', '`ws` alone, ms', 'times the floor', 'memory, MiB')
  for (const [at, size] of sizes.entries()) {
    while (floor.size < size) await floor.add(bareOrigin.replace('http', 'ws'), {})
    const least = await timesOfTelling((turn) =>
      floor.told(`change ${turn}`, () => poster.send('POST', '/', '', `change ${turn} ${frame}`)),
    )
    const { taken = [], memory = NaN } = measured[at] ?? {}
    const [mine, bareOnes] = [timesOf(taken), timesOf(least)]
    const share = (mine.median / bareOnes.median).toFixed(1)
    row(size, ms(mine.median), ms(mine.p95), ms(bareOnes.median), share, ms(memory))
  }
  floor.end()
  for (const one of [client, poster]) one.close()
  bare.disconnect()
  await end(server)
}

await onEachDatabase({ database: options.database }, bench)
