// The process that is measured: the server as `npm start` runs it, on a database filled beforehand. Its parent asks it through
// messages for what must happen beside the database: with the embedded one, only this process can.
import type { QueryResult } from 'pg'
import { start } from '#app/server/start.ts'
import { readEnv } from '#platform/server/process/env.ts'
import { connectPatiently, type OpenDatabase } from '#platform/server/database/database.ts'
import { attachFiles } from './attach.ts'
import { fill } from './fill.ts'
import { processorMs } from './processor.ts'

interface Statement {
  config: object
  values: unknown[]
}

/** The statements that have gone through the pool since it was last emptied. */
let recorded: Statement[] | undefined

function listenTo({ pool }: OpenDatabase): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>
  pool.query = ((config: unknown, values: unknown) => {
    if (typeof config === 'object' && config !== null && Array.isArray(values))
      recorded?.push({ config, values })
    return query(config, values)
  }) as typeof pool.query
}

const createTasks = ({ pool, embedded }: OpenDatabase) => ({
  /** For what answers are compared with, such as a `like` over two million comments, which takes longer than a call may. */
  async rows(text: string): Promise<unknown[]> {
    const { client, close } = await connectPatiently(pool, embedded)
    try {
      await client.query('set statement_timeout = 0')
      return (await client.query(text)).rows
    } finally {
      await close()
    }
  },
  processorMs: () => processorMs(pool),
  async record(): Promise<void> {
    recorded = []
  },
  /** The page statement among those recorded. @throws when the list was not asked for since recording began */
  async page(): Promise<{ text: string; values: unknown[] }> {
    const page = recorded?.findLast(
      ({ config }) => 'text' in config && String(config.text).includes('"ticket_number"'),
    )
    if (!page) throw new Error('no page statement was recorded')
    return { text: 'text' in page.config ? String(page.config.text) : '', values: page.values }
  },
})

export type Tasks = ReturnType<typeof createTasks>
export interface Asked {
  id: number
  task: keyof Tasks
  given: unknown[]
}
export interface Ready {
  ready: string
  filledS: number
}
export type Told = Ready | { id: number; result?: unknown; error?: string }

const tell = (told: Told) => process.send?.(told)
const [count, fileBytes] = process.argv.slice(2).map(Number) as [number, number]
let filledS = 0

const { url, database, stop } = await start(readEnv(), {
  async prepare(database, { store }) {
    const { rows } = await database.pool.query('select 1 from tickets limit 1')
    if (rows.length > 0) return
    const begun = performance.now()
    await fill(database, count)
    if (fileBytes > 0) await attachFiles(database, store, fileBytes)
    filledS = (performance.now() - begun) / 1000
  },
})
listenTo(database)
const tasks = createTasks(database)

process.on('message', ({ id, task, given }: Asked) => {
  const run = tasks[task] as (...given: unknown[]) => Promise<unknown>
  run(...given).then(
    (result) => tell({ id, result }),
    (error: unknown) => tell({ id, error: String(error) }),
  )
})
process.once('disconnect', () => void stop().then(() => process.exit()))
tell({ ready: url, filledS })
