// What the same work costs at the least: one prepared statement for each call, behind Fastify and without it. No rights, no history, no
// event, no search. It works on copies of the tables with nothing but their primary keys.
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { openPglitePool } from '#platform/server/database/pools.ts'
import type { Deed } from './deeds.ts'

interface Prepared {
  text: string
  values: unknown[]
}

/** What the parent asks: the database alone, so many at once. */
export interface Alone {
  deed: Deed
  connections: number
  seconds: number
  ids: readonly string[]
}

/** The address of a PostgreSQL database, or the folder of an embedded one that nobody else has open. */
const [place = '', page = '{}'] = process.argv.slice(2)
const list = JSON.parse(page) as Prepared
const pool = /^postgres(ql)?:/.test(place)
  ? new pg.Pool({ connectionString: place, max: 16 })
  : (await openPglitePool(place)).pool

for (const [copy, table, index] of [
  ['floor_tickets', 'tickets', undefined],
  ['floor_comments', 'comments', 'ticket_id'],
] as const) {
  await pool.query(`create table if not exists ${copy} (like ${table} including defaults)`)
  await pool.query(`truncate ${copy}`)
  await pool.query(`insert into ${copy} select * from ${table}`)
  await pool.query(`alter table ${copy} drop constraint if exists ${copy}_pkey`)
  await pool.query(`alter table ${copy} add constraint ${copy}_pkey primary key (id)`)
  if (index) await pool.query(`create index if not exists ${copy}_of on ${copy} (${index})`)
}
await pool.query('vacuum (analyze) floor_tickets, floor_comments')

/** Makes the insert of a row like the first one of a table, with some of its columns given. */
async function inserter(table: string, given: readonly string[]) {
  const { rows } = await pool.query<Record<string, unknown>>(`select * from ${table} limit 1`)
  const [sample = {}] = rows
  const columns = Object.keys(sample)
  const places = columns.map((_, at) => `$${at + 1}`)
  const text = `insert into ${table} (${columns.join()}) values (${places.join()}) returning *`
  return (values: readonly unknown[]) => ({
    name: `insert ${table}`,
    text,
    values: columns.map((column) =>
      given.includes(column) ? values[given.indexOf(column)] : sample[column],
    ),
  })
}
const insertTicket = await inserter('floor_tickets', ['id', 'ticket_number', 'subject'])
const insertComment = await inserter('floor_comments', ['id', 'ticket_id', 'content'])

const run = async (statement: pg.QueryConfig) => (await pool.query(statement)).rows as unknown[]
const deeds = {
  list: () => run({ name: 'list', ...list }),
  read: async (id: string) => {
    const [[ticket], comments] = await Promise.all([
      run({ name: 'ticket', text: 'select * from tickets where id = $1', values: [id] }),
      run({
        name: 'comments',
        text: `select c.*, u.first_name, u.last_name, u.role from comments c join users u on u.id = c.user_id
          where c.ticket_id = $1 order by c.created_at`,
        values: [id],
      }),
    ])
    return { ticket, comments }
  },
  create: (_id: string, subject = 'The printer is out of paper') => {
    const id = randomUUID()
    return run(insertTicket([id, id.slice(0, 12), subject]))
  },
  comment: (id: string, content = 'We have ordered a new one. It comes on Thursday.') =>
    run(insertComment([randomUUID(), id, content])),
  status: (id: string, status = 'testing') =>
    run({
      name: 'status',
      text: 'update floor_tickets set status = $2, updated_at = now() where id = $1 returning *',
      values: [id, status],
    }),
} satisfies Record<Deed, (id: string, text?: string) => Promise<unknown>>

const app = fastify()
interface Ticket {
  Params: { id: string }
  Body: { status: string; content: string; subject: string }
}
app.get('/api/tickets', () => deeds.list())
app.get<Ticket>('/api/tickets/:id', ({ params }) => deeds.read(params.id))
app.post<Ticket>('/api/tickets', ({ body }) => deeds.create('', body.subject))
app.post<Ticket>('/api/tickets/:id/comments', ({ params, body }) => deeds.comment(params.id, body.content))
app.put<Ticket>('/api/tickets/:id', ({ params, body }) => deeds.status(params.id, body.status))
const origin = await app.listen({ port: 0 })

/** Does one thing over and over on so many connections. @returns how often in a second */
async function alone({ deed, connections, seconds, ids }: Alone): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1000
  let count = 0
  async function again() {
    while (performance.now() < until) {
      await deeds[deed](ids[Math.floor(Math.random() * ids.length)] ?? '')
      count++
    }
  }
  await Promise.all(Array.from({ length: connections }, again))
  return count / ((performance.now() - begun) / 1000)
}

process.on('message', (asked: Alone) => {
  alone(asked).then(
    (perSecond) => process.send?.({ perSecond }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.once('disconnect', () => process.exit())
process.send?.({ origin })
