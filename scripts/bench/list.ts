import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#test/postgres.ts'
import { listCases, truthOf, type Case, type Subjects } from './cases.ts'
import { createClient, requestsPerSecond, startStand, type Client, type Stand } from './stand.ts'

const usage = `npm run bench -- [--tickets 100000] [--database pglite|postgres] [--quick] [--only TEXT] [--postgres URL] [--directory PATH]
--only measures the cases whose name contains the text.
--postgres and --directory name a database to use and to keep: empty, or filled by an earlier run.`

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    database: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
    directory: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const tickets = Number(options.tickets)
if (options.help || !Number.isInteger(tickets) || tickets < 1000) {
  console.log(usage)
  process.exit(options.help ? 0 : 1)
}
const connections = 16
const { rounds, requests, coldRequests, seconds, warmUp } = options.quick
  ? { rounds: 1, requests: 200, coldRequests: 20, seconds: 1, warmUp: 20 }
  : { rounds: 3, requests: 400, coldRequests: 40, seconds: 5, warmUp: 50 }

interface Times {
  median: number
  p95: number
}

const quantile = (sorted: readonly number[], at: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? NaN

function timesOf(taken: readonly number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Of each figure the median of the rounds: what else the machine does falls into some of them. */
async function inRounds(round: () => Promise<number[]>): Promise<Times> {
  const all: Times[] = []
  for (let number = 0; number < rounds; number++) all.push(timesOf(await round()))
  const middle = (figure: keyof Times) => timesOf(all.map((times) => times[figure])).median
  return { median: middle('median'), p95: middle('p95') }
}

async function series(
  length: number,
  job: () => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + seconds * 1000
  for (let number = 0; number < length && performance.now() < until; number++) {
    await before?.()
    const begun = performance.now()
    await job()
    taken.push(performance.now() - begun)
  }
  return taken
}

async function measure(job: () => Promise<unknown>): Promise<Times> {
  await series(warmUp, job)
  return inRounds(() => series(requests, job))
}

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
function heading(...cells: string[]): void {
  console.log()
  row(...cells)
  row(...cells.map((_, at) => (at === 0 ? '---' : '---:')))
}

async function subjectsOf({ ask }: Stand): Promise<Subjects> {
  const [found] = await ask(
    'rows',
    `select
      (select assigned_to_id from tickets where assigned_to_id is not null group by 1 order by count(*) desc limit 1) as "staffId",
      (select client_id from tickets group by 1 order by count(*) desc limit 1) as "clientId",
      (select id from users where email = 'employee@example.com') as "employeeId",
      (select id from users where email = 'contact@example.com') as "contactId",
      (select m.client_id from client_users m join users u on u.id = m.user_id where u.email = 'contact@example.com') as "contactsClientId"`,
  )
  return found as Subjects
}

const pathOf = ({ query }: Case) => `/api/tickets${query && `?${query}`}`

/** Asks once and compares the total with the plain count. @returns the total. @throws when they differ. */
async function verify(stand: Stand, client: Client, one: Case): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const [counted] = (await stand.ask('rows', truthOf(one))) as { total: number }[]
    const { status, text } = await client.send('GET', pathOf(one), stand.cookies[one.asker])
    if (status !== 200) throw new Error(`${one.name} answered ${status}: ${text}`)
    const { total } = JSON.parse(text) as { total: number }
    if (total === counted?.total) return total
    // Once, because a minute may have begun between the two, and with it another age.
    if (attempt > 0) throw new Error(`${one.name}: the list says ${total}, the tables ${counted?.total}`)
  }
}

/** A change of one ticket through the API, another one each time, so that the log grows and no remembered total holds. */
async function createWriter(stand: Stand): Promise<{ write(): Promise<void>; close(): void }> {
  const rows = (await stand.ask('rows', `select id, priority from tickets order by id limit 1000`)) as {
    id: string
    priority: string
  }[]
  const client = createClient(stand.origin)
  let turn = 0
  return {
    async write() {
      const { id, priority } = rows[turn % rows.length]!
      const isBack = Math.floor(turn++ / rows.length) % 2 === 1
      const other = priority === 'low' ? 'medium' : 'low'
      const change = { priority: isBack ? priority : other }
      const { status, text } = await client.send('PUT', `/api/tickets/${id}`, stand.cookies.helpdesk, change)
      if (status !== 200) throw new Error(`a change answered ${status}: ${text}`)
    },
    close: client.close,
  }
}

async function measureWarm(stand: Stand, client: Client, cases: Case[]): Promise<void> {
  heading(
    'Case',
    'matches',
    'median ms',
    'p95 ms',
    `req/s at ${connections}`,
    'bare SQL median ms',
    'bare SQL p95 ms',
  )
  for (const [name, path] of [
    ['empty route', '/healthz'],
    ['session only', '/api/auth/user'],
  ] as const) {
    const times = await measure(() => client.send('GET', path, stand.cookies.helpdesk))
    const rate = await requestsPerSecond(stand.origin + path, stand.cookies.helpdesk, connections, seconds)
    row(name, '', ms(times.median), ms(times.p95), Math.round(rate), '', '')
  }
  for (const one of cases) {
    const cookie = stand.cookies[one.asker]
    const total = await verify(stand, client, one)
    const expected = `"total":${total}}`
    const isAge = one.query.includes('ageFilter')
    const times = await measure(async () => {
      const { text } = await client.send('GET', pathOf(one), cookie)
      if (!isAge && !text.includes(expected) && !text.includes(`"total":${total},`))
        throw new Error(`${one.name}: another total`)
    })
    const rate = await requestsPerSecond(stand.origin + pathOf(one), cookie, connections, seconds)
    await stand.ask('record')
    await client.send('GET', pathOf(one), cookie)
    const bare = await inRounds(() => stand.ask('repeatPage', requests, seconds * 1000))
    row(one.name, total, ms(times.median), ms(times.p95), Math.round(rate), ms(bare.median), ms(bare.p95))
  }
}

async function measureCold(stand: Stand, client: Client, cases: Case[]): Promise<void> {
  const writer = await createWriter(stand)
  heading('Case, nothing remembered', 'median ms', 'p95 ms', `req/s at ${connections} with 10 writes/s`)
  for (const one of cases) {
    const cookie = stand.cookies[one.asker]
    const times = await inRounds(() =>
      series(coldRequests, () => client.send('GET', pathOf(one), cookie), writer.write),
    )
    await verify(stand, client, one)
    let failure: unknown
    const writing = setInterval(() => void writer.write().catch((error: unknown) => (failure = error)), 100)
    const rate = await requestsPerSecond(stand.origin + pathOf(one), cookie, connections, seconds)
    clearInterval(writing)
    if (failure) throw failure
    row(one.name, ms(times.median), ms(times.p95), Math.round(rate))
  }
  writer.close()
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, tickets)
  try {
    const [{ version }] = (await stand.ask('rows', 'select version()')) as [{ version: string }]
    const [{ comments }] = (await stand.ask('rows', 'select count(*)::int as comments from comments')) as [
      { comments: number },
    ]
    console.log(
      `\n## ${name}\n\n${version}; ${tickets} tickets, ${comments} comments, filled in ${stand.filledS.toFixed(0)} s`,
    )
    const client = createClient(stand.origin)
    const cases = listCases(tickets, await subjectsOf(stand)).filter((one) => one.name.includes(options.only))
    await measureWarm(stand, client, cases)
    await measureCold(stand, client, cases)
    client.close()
  } finally {
    await stand.stop()
  }
}

const wants = (name: string) => options.database === undefined || options.database === name
const [cpu] = cpus()
console.log(
  `${cpus().length} cores (${cpu?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ` +
    `${rounds} rounds of ${requests} requests (${coldRequests} where nothing is remembered), ${seconds} s at ${connections} connections`,
)
if (wants('postgres')) {
  const server = options.postgres === undefined ? await startPostgres() : undefined
  await bench('PostgreSQL', {
    DATABASE_URL: options.postgres ?? server?.url ?? '',
    APP_SECRET: 'only for measuring, thirty-two and more',
  })
  await server?.stop()
}
if (wants('pglite')) {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  await bench('PGlite, on disk with fsync', { DATA_DIR: directory, DATABASE_URL: '' })
  if (options.directory === undefined) rmSync(directory, { recursive: true })
}
