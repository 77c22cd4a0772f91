import { expect, test } from 'vitest'
import { connectToEmbedded } from '#platform/server/database/pools.ts'
import { borrowEmbedded } from '#test/embedded-databases.ts'

/** Does something in a borrowed database and gives it back. @returns what the database was, and what `job` returned */
async function borrowFor<T>(job: (pool: ReturnType<typeof connectToEmbedded>['pool']) => Promise<T>) {
  const { database, giveBack } = await borrowEmbedded()
  const connected = connectToEmbedded(database)
  const result = await job(connected.pool)
  await connected.close()
  await giveBack()
  return { database, result }
}

test('a database that was given back is the next one lent, with what the migrations left and nothing else', async () => {
  const look = `
    select (select count(*)::int from clients) as clients, (select to_jsonb(log_head) from log_head) as head,
      current_setting('statement_timeout') as timeout`
  const first = await borrowFor(async (pool) => {
    const { rows } = await pool.query(look)
    await pool.query(`insert into clients (name, name_search) values ('Baker', 'baker')`)
    await pool.query('update log_head set position = position + 7; set statement_timeout = 5')
    return rows
  })
  const second = await borrowFor(async (pool) => (await pool.query(look)).rows)
  expect(second.database).toBe(first.database)
  expect(second.result).toEqual(first.result)
})

test('a database whose tables a test has changed is not lent again', async () => {
  const changed = await borrowFor((pool) => pool.query('alter table clients add column extra text'))
  const next = await borrowFor((pool) =>
    pool.query(
      `select 1 from information_schema.columns where table_name = 'clients' and column_name = 'extra'`,
    ),
  )
  expect(next.database).not.toBe(changed.database)
  expect(next.result.rows).toEqual([])
})
