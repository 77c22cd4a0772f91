import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Import } from '#features/imports/contract.ts'
import { migrateDatabase, openPostgres, type OpenDatabase } from '#platform/server/database/database.ts'
import { isUnanswered } from '#platform/server/database/query-builder.ts'
import { createPostgresDatabase } from '#test/database.ts'
import { aTicket, ticketInput } from '#test/factories.ts'
import { anUpload, content, put } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { SilentProxy, targetOf, through } from '#test/services/silent-proxy.ts'

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

const bytesAt = async (url: string, { cookie }: Caller) => {
  const { statusCode, rawPayload } = await desk.app.inject({ url, headers: { cookie } })
  return { statusCode, rawPayload }
}

test('a file that was finished without an answer is attached, and there', async () => {
  const ana = await desk.signedIn('client')
  proxy.loseCommitAfter('update "uploads"')
  const { id } = await anUpload(desk, ana)
  const ticket = await aTicket(ana, { attachmentIds: [id] })
  expect(await bytesAt(`/api/attachments/${ticket.attachments[0]!.id}`, ana)).toEqual({
    statusCode: 200,
    rawPayload: content.txt,
  })
})

test('a photo that was saved without an answer is there', async () => {
  const ana = await desk.signedIn('client')
  const { body } = await ana.post<{ uploadURL: string }>('/api/profile/upload-url', {})
  await put(desk, body.uploadURL, content.png)
  proxy.loseCommitAfter('update "users"')
  expect(await ana.put('/api/profile/photo', { photoURL: body.uploadURL })).toMatchObject({ status: 503 })
  const { profileImageUrl } = (await ana.get<{ profileImageUrl: string }>('/api/auth/user')).body
  expect((await bytesAt(profileImageUrl, ana)).statusCode).toBe(200)
})

test('a file to import that was received without an answer is checked', async () => {
  const root = await desk.signedIn('super_user')
  proxy.loseCommitAfter('insert into "imports"')
  expect(
    await root.send('POST', '/api/imports?kind=clients&fileName=a.csv', 'Name\nAcme\n', {
      'content-type': 'text/csv',
    }),
  ).toMatchObject({ status: 503 })
  const { body } = await root.get<Import[]>('/api/imports')
  await root.post(`/api/imports/${body[0]!.id}/check`)
  const state = async () => (await root.get<Import>(`/api/imports/${body[0]!.id}`)).body.state
  await expect.poll(state).toBe('checked')
})

test('a connection that the network has lost without a word is given up, and the next call gets another', async () => {
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
})
