// How fast lists, counts, figures and searches are answered, known and just after a change; every total is compared with one that is counted:
// node scripts/bench/lists.ts [--tickets 100000] [--database pglite|postgres] [--quick] [--only TEXT] [--postgres URL] [--directory PATH]
// --only measures the cases whose name contains the text. --postgres and --directory name a database to use and to keep: empty, or filled by an earlier run.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listCases, truthOf, type Case, type Subjects } from './cases.ts'
import { onEachDatabase } from './databases.ts'
import { heading, ms, row } from './print.ts'
import { searches } from './searches.ts'
import { createClient, startStand, type Client, type Stand } from './stand.ts'
import { inRounds, series, timesOf } from './times.ts'

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '100000' },
    database: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
    directory: { type: 'string' },
  },
})
const tickets = Number(options.tickets)
const { rounds, requests, changedRequests, warmUp } = options.quick
  ? { rounds: 1, requests: 60, changedRequests: 20, warmUp: 10 }
  : { rounds: 3, requests: 400, changedRequests: 40, warmUp: 50 }
/** For one series, so that a slow case does not take all day. */
const withinMs = 4000

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

/** What is asked over and over; `total` checks an answer and says how many it counted. */
interface Question {
  name: string
  path: string
  cookie: string
  total?: () => Promise<number>
}

/** Asks once and compares the total with the plain count, of which it may be a lower bound that says so. @returns the total. @throws when they differ. */
async function verify(stand: Stand, client: Client, one: Case, path: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const [counted] = (await stand.ask('rows', truthOf(one))) as { total: number }[]
    const { status, text } = await client.send('GET', path, stand.cookies[one.asker])
    if (status !== 200) throw new Error(`${one.name} answered ${status}: ${text}`)
    const { total, totalIsAtLeast } = JSON.parse(text) as { total: number; totalIsAtLeast?: boolean }
    // Of a phrase of frequent words only the newest texts are read.
    if (total === counted?.total || (totalIsAtLeast && total < (counted?.total ?? 0))) return total
    // Once, because a minute may have begun between the two, and with it another age.
    if (attempt > 0) throw new Error(`${one.name}: the list says ${total}, the tables ${counted?.total}`)
  }
}

function questionsOf(stand: Stand, client: Client, subjects: Subjects): Question[] {
  const { helpdesk } = stand.cookies
  const lists = listCases(tickets, subjects).map((one) => {
    const path = `/api/tickets${one.query && `?${one.query}`}`
    return {
      name: one.name,
      path,
      cookie: stand.cookies[one.asker],
      total: () => verify(stand, client, one, path),
    }
  })
  const others = [
    ['nothing but HTTP', '/healthz'],
    ['who is signed in', '/api/auth/user'],
    ['counts of all filters', '/api/tickets/counts'],
    ['counts beside a status', '/api/tickets/counts?status=open'],
    ['figures: /api/stats', '/api/stats'],
    ['figures: /api/stats/overview', '/api/stats/overview'],
    ['figures: /api/stats/needs', '/api/stats/needs'],
  ] as const
  return [...others.map(([name, path]) => ({ name, path, cookie: helpdesk })), ...lists]
}

/** A change of one ticket through the API, another one each time, so that the log grows and what is remembered has to follow. */
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

async function measureQuestions(stand: Stand, client: Client, questions: Question[]): Promise<void> {
  const writer = await createWriter(stand)
  heading(
    'One connection',
    'matches',
    'known: median ms',
    'p95',
    'just after a change: median ms',
    'p95',
    'more than known, ms',
  )
  for (const { name, path, cookie, total } of questions) {
    const ask = async () => {
      const { status, text } = await client.send('GET', path, cookie)
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`)
    }
    const matches = await total?.()
    await series({ times: warmUp, withinMs }, ask)
    const known = await inRounds(rounds, () => series({ times: requests, withinMs }, ask))
    const changed = await inRounds(rounds, () =>
      series({ times: changedRequests, withinMs }, ask, writer.write),
    )
    await total?.()
    const figures = [known.median, known.p95, changed.median, changed.p95, changed.median - known.median]
    row(name, matches ?? '', ...figures.map(ms))
  }
  writer.close()
}

/** One person asks more than a person may in a minute. */
const searchLimitMs = 60_000

/** Each text once, so that no answer is a remembered one. */
async function measureSearches(stand: Stand, client: Client): Promise<void> {
  heading('Searches, each text asked once', 'texts', 'median ms', 'p95', 'slowest')
  for (const { name, path, texts } of searches(tickets)) {
    if (!name.includes(options.only)) continue
    const taken: number[] = []
    for (const text of texts) {
      const ask = async () => {
        const begun = performance.now()
        const answer = await client.send('GET', path + encodeURIComponent(text), stand.cookies.helpdesk)
        return { ...answer, ms: performance.now() - begun }
      }
      let answer = await ask()
      if (answer.status === 429) {
        await setTimeout(searchLimitMs)
        answer = await ask()
      }
      taken.push(answer.ms)
      if (answer.status !== 200)
        throw new Error(`${name} "${text}" answered ${answer.status}: ${answer.text}`)
    }
    const { median, p95 } = timesOf(taken)
    row(name, taken.length, ms(median), ms(p95), ms(Math.max(...taken)))
  }
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, tickets)
  try {
    const counts = 'select count(*)::int as comments from comments'
    const [{ comments }] = (await stand.ask('rows', counts)) as [{ comments: number }]
    console.log(`\n### Lists, figures and searches: ${name}, ${tickets} tickets, ${comments} comments`)
    const client = createClient(stand.origin)
    const questions = questionsOf(stand, client, await subjectsOf(stand))
    await measureQuestions(
      stand,
      client,
      questions.filter((one) => one.name.includes(options.only)),
    )
    await measureSearches(stand, client)
    client.close()
  } finally {
    await stand.stop()
  }
}

await onEachDatabase(options, bench)
