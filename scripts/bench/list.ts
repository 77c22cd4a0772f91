import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { listCases, truthOf, type Case, type Subjects } from './cases.ts'
import { onEachDatabase } from './databases.ts'
import { heading, ms, row } from './print.ts'
import { createClient, requestsPerSecond, startStand, type Client, type Stand } from './stand.ts'
import { inRounds, series } from './times.ts'

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
const { rounds, requests, freshRequests, seconds, warmUp } = options.quick
  ? { rounds: 1, requests: 200, freshRequests: 20, seconds: 1, warmUp: 20 }
  : { rounds: 3, requests: 400, freshRequests: 30, seconds: 3, warmUp: 50 }

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

const times = (length: number) => ({ times: length, withinMs: seconds * 1000 })

async function measure(job: () => Promise<unknown>) {
  await series(times(warmUp), job)
  return inRounds(rounds, () => series(times(requests), job))
}

async function measureRemembered(stand: Stand, client: Client, cases: Case[]): Promise<void> {
  const rate = (path: string, cookie: string) =>
    requestsPerSecond(stand.origin + path, cookie, connections, seconds)
  // So that the first case does not also pay for the compiler of a server just started.
  await rate('/api/tickets', stand.cookies.helpdesk)
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
    const cookie = stand.cookies.helpdesk
    const { median, p95 } = await measure(() => client.send('GET', path, cookie))
    row(name, '', ms(median), ms(p95), Math.round(await rate(path, cookie)), '', '')
  }
  for (const one of cases) {
    const cookie = stand.cookies[one.asker]
    const total = await verify(stand, client, one)
    const mayChange = one.query.includes('ageFilter')
    const { median, p95 } = await measure(async () => {
      const { text } = await client.send('GET', pathOf(one), cookie)
      if (!mayChange && !text.includes(`"total":${total}`)) throw new Error(`${one.name}: another total`)
    })
    const perSecond = await rate(pathOf(one), cookie)
    await stand.ask('record')
    await client.send('GET', pathOf(one), cookie)
    const bare = await inRounds(rounds, () => stand.ask('repeatPage', times(requests)))
    row(one.name, total, ms(median), ms(p95), Math.round(perSecond), ms(bare.median), ms(bare.p95))
  }
}

async function measureFresh(stand: Stand, client: Client, cases: Case[]): Promise<void> {
  const writer = await createWriter(stand)
  heading('Case, counted anew', 'median ms', 'p95 ms', `req/s at ${connections} during 10 writes/s`)
  for (const one of cases) {
    const cookie = stand.cookies[one.asker]
    const ask = () => client.send('GET', pathOf(one), cookie)
    const { median, p95 } = await inRounds(rounds, () => series(times(freshRequests), ask, writer.write))
    await verify(stand, client, one)
    let failure: unknown
    const writing = setInterval(() => void writer.write().catch((error: unknown) => (failure = error)), 100)
    const perSecond = await requestsPerSecond(stand.origin + pathOf(one), cookie, connections, seconds)
    clearInterval(writing)
    if (failure) throw failure
    row(one.name, ms(median), ms(p95), Math.round(perSecond))
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
    await measureRemembered(stand, client, cases)
    await measureFresh(stand, client, cases)
    client.close()
  } finally {
    await stand.stop()
  }
}

const [cpu] = cpus()
console.log(
  `${cpus().length} cores (${cpu?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ` +
    `${rounds} rounds of ${requests} requests (${freshRequests} where each is counted anew), ${seconds} s at ${connections} connections`,
)
await onEachDatabase(options, bench)
