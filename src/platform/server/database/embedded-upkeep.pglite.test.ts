import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { vacuumWornTables } from './embedded-upkeep.ts'

test('the embedded database vacuums the tables that have changed much, and only those', async () => {
  const database = await openTestDatabase()
  try {
    await vacuumWornTables(database.pool)
    expect(await vacuumWornTables(database.pool)).toEqual([])
    await database.pool.query(
      `insert into clients (name, name_search) select 'Client ' || n, 'client ' || n from generate_series(1, 2000) n`,
    )
    expect(await vacuumWornTables(database.pool)).toEqual(['public.clients'])
    await database.pool.query(`update clients set website = 'https://example.com' where name = 'Client 7'`)
    expect(await vacuumWornTables(database.pool)).toEqual([])
  } finally {
    await database.close()
  }
})
