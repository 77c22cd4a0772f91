import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configOf } from './pglite-result-types.ts'

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
})
afterAll(() => database.close())

/** As the driver prepares a statement to which the query builder has given its parsers of results. */
const statement = { text: 'select 1', name: '', types: pg.types }

test('a statement is prepared with parsers of results', () => {
  expect(() => configOf(database).connection.parse(statement)).not.toThrow()
})

// Without `forEach` the adapter would throw in the middle of a message, and its unfinished bytes would precede the next message to any
// database of this process.
test('the patch is needed: the adapter of PGlite takes parsers of results for types of parameters', () => {
  const forEach = vi.fn<() => void>()
  createPgConfig(database).connection.parse({ ...statement, types: { ...pg.types, forEach } })
  expect(forEach).toHaveBeenCalled()
})
