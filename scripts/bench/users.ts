// How fast users are listed and found: node scripts/bench/users.ts [--users 20000] [--database pglite|postgres]
import { parseArgs } from 'node:util'
import { onEachDatabase } from './databases.ts'
import { emails } from './fill.ts'
import { heading, ms, row } from './print.ts'
import { createClient, startStand, type Client, type Stand } from './stand.ts'
import { inRounds, series } from './times.ts'

const { values: options } = parseArgs({
  options: { users: { type: 'string', default: '20000' }, database: { type: 'string' } },
})
const users = Number(options.users)
/** The fewest there may be: this is not about them. */
const tickets = 1000
const [rounds, requests, warmUp] = [3, 200, 50]

const fillUsers = `
  insert into users (email, first_name, last_name, role, company_name, search_text)
  select email, first, last, role, company, lower(first || ' ' || last || e'\\n' || email || e'\\n' || company)
  from (
    select 'somebody-' || n || '@example.com' as email,
      (array['Anna', 'Bjorn', 'Carla', 'David', 'Elsa', 'Finn', 'Greta', 'Hans', 'Ida', 'Jonas', 'Karin', 'Lars', 'Mona',
        'Nils', 'Olga', 'Per', 'Ragna', 'Sven', 'Tove', 'Ulf'])[1 + n % 20] as first,
      (array['Andersen', 'Berg', 'Carlsen', 'Dahl', 'Eriksen', 'Foss', 'Gran', 'Holm', 'Iversen', 'Johansen', 'Krogh'])[
        1 + n % 11] || (case when n % 7 = 0 then '' else ' ' || n end) as last,
      (array['client', 'client', 'client', 'client', 'internal', 'helpdesk'])[1 + n % 6] as role,
      'Company ' || n % 400 as company
    from generate_series(1, ${users}) n
  ) made
  on conflict (email) do nothing`

interface Case {
  name: string
  query: string
  where: string
}

const holding = (text: string) => `search_text like '%${text}%'`
const cases: Case[] = [
  { name: 'first page', query: '', where: 'true' },
  { name: 'one role', query: 'role=client', where: `role = 'client'` },
  { name: 'deep page', query: `offset=${users - 1000}`, where: 'true' },
  { name: 'search: one address', query: 'search=somebody-13333%40', where: holding('somebody-13333@') },
  { name: 'search: a first name', query: 'search=ragna', where: holding('ragna') },
  { name: 'search: first and last name', query: 'search=olga%20holm', where: holding('olga holm') },
  { name: 'search: a company', query: 'search=company%20217', where: holding('company 217') },
  { name: 'search: two letters', query: 'search=an', where: holding('an') },
  { name: 'search: nobody', query: 'search=qqqq', where: holding('qqqq') },
]
const withQuery = (path: string, ...parts: string[]) => `${path}?${parts.filter(Boolean).join('&')}`

/** @throws when the counts do not agree with the table */
async function verify(stand: Stand, client: Client, { name, query, where }: Case): Promise<number> {
  const [counted] = (await stand.ask('rows', `select count(*)::int as total from users where ${where}`)) as {
    total: number
  }[]
  const path = withQuery('/api/users/counts', query)
  const { status, text } = await client.send('GET', path, stand.cookies.helpdesk)
  const answer = JSON.parse(text) as { total: number; byRole: { client: number } }
  const total = query.startsWith('role=') ? answer.byRole.client : answer.total
  if (status !== 200 || total !== counted?.total)
    throw new Error(`${name}: ${status}, ${total} and not ${counted?.total}`)
  return total
}

async function measure(client: Client, path: string, cookie: string) {
  const ask = async () => {
    const { status, text } = await client.send('GET', path, cookie)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  }
  await series({ times: warmUp, withinMs: 3000 }, ask)
  return inRounds(rounds, () => series({ times: requests, withinMs: 10_000 }, ask))
}

async function bench(name: string, env: Record<string, string>): Promise<void> {
  const stand = await startStand(env, tickets)
  try {
    await stand.ask('rows', fillUsers)
    // The rights of a session are read with every request.
    await stand.ask('rows', `update users set role = 'super_user' where email = '${emails.helpdesk}'`)
    await stand.ask('rows', 'analyze users')
    const [counted] = (await stand.ask('rows', 'select count(*)::int as total from users')) as {
      total: number
    }[]
    console.log(`\n### ${name}\n\n${counted?.total} users`)
    heading('Case', 'matches', 'page: median ms', 'p95 ms', 'counts: median ms', 'p95 ms')
    const client = createClient(stand.origin)
    const cookie = stand.cookies.helpdesk
    for (const one of cases) {
      const total = await verify(stand, client, one)
      const page = await measure(client, withQuery('/api/users', 'limit=24', one.query), cookie)
      const counts = await measure(client, withQuery('/api/users/counts', one.query), cookie)
      row(one.name, total, ms(page.median), ms(page.p95), ms(counts.median), ms(counts.p95))
    }
    const names = await measure(client, '/api/company-names', cookie)
    row('company names', '', ms(names.median), ms(names.p95), '', '')
    client.close()
  } finally {
    await stand.stop()
  }
}

await onEachDatabase(options, bench)
