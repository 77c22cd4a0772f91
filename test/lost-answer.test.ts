import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase, openPostgres, type OpenDatabase } from '#platform/server/database/database.ts'
import { isUnanswered } from '#platform/server/database/query-builder.ts'
import { createPostgresDatabase } from './database.ts'
import { ticketInput } from './factories.ts'
import { startApp, type TestApp } from './harness.ts'
import { SilentProxy, targetOf, through } from './silent-proxy.ts'

describe.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'a connection that is lost while it commits',
  () => {
    let database: Awaited<ReturnType<typeof createPostgresDatabase>>
    let proxy: SilentProxy
    let behind: OpenDatabase
    let desk: TestApp

    beforeAll(async () => {
      database = await createPostgresDatabase()
      proxy = await SilentProxy.open(targetOf(database.url))
      const url = through(proxy, database.url)
      behind = openPostgres(url)
      await migrateDatabase(behind)
      desk = await startApp({ database: { ...behind, url } })
    })
    afterAll(async () => {
      await desk?.close()
      await behind?.close()
      await proxy?.close()
      await database?.drop()
    })

    test('a person who repeats a submission whose answer was lost has one ticket', async () => {
      const ana = await desk.signedIn('client')
      const key = { 'idempotency-key': randomUUID() }
      const write = () => ana.post<{ id: string }>('/api/tickets', ticketInput(), key)
      const stored = async () => (await ana.get<{ tickets: { id: string }[] }>('/api/tickets')).body.tickets

      proxy.loseCommitAfter('insert into "tickets"')
      expect(await write()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
      // It could not be said, but it was done.
      expect(await stored()).toHaveLength(1)
      const again = await write()
      expect(again.status).toBe(201)
      expect((await stored()).map(({ id }) => id)).toEqual([again.body.id])
    })
  },
)

test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'a connection that the network has lost without a word is given up, and the next call gets another',
  async () => {
    const database = await createPostgresDatabase()
    const proxy = await SilentProxy.open(targetOf(database.url))
    const behind = openPostgres(through(proxy, database.url), { answersWithinMs: 4000 })
    const ask = () => behind.db.execute(sql`select 1`)
    await ask()
    expect(proxy.silence()).toBe(1)
    await expect(ask()).rejects.toSatisfy(isUnanswered)
    await ask()
    expect(proxy.silence()).toBe(1)
    await expect(behind.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnanswered)
    await behind.db.transaction((tx) => tx.execute(sql`select 1`))
    await behind.close()
    await proxy.close()
    await database.drop()
  },
)
