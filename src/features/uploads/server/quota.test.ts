import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { System } from '#features/system/contract.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import { anUpload, signedFor } from '#test/files.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3
const hourMs = 60 * 60_000

let desk: TestApp
let root: Caller
beforeAll(async () => {
  // Each person has of this 1 GB in all and 512 MB a day, a company twice that a day.
  desk = await startApp({ settings: { CLIENT_QUOTA_GB: 5 }, storage: { MAX_UPLOAD_MB: 2047 } })
})
beforeEach(async () => {
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

/** Attaches one small file, and makes the row say that it is large. @param hoursAgo when it was */
async function store(by: Caller, bytes: number, hoursAgo = 0): Promise<void> {
  const { id } = await anUpload(desk, by)
  await aTicket(by, { attachmentIds: [id] })
  await desk.database.pool.query('update attachments set file_size = $2, created_at = $3 where id = $1', [
    id,
    bytes,
    new Date(desk.clock.now().getTime() - hoursAgo * hourMs),
  ])
}

const announce = async (by: Caller, bytes: number) => {
  const { status, body } = await signedFor(by, 'notes.txt', bytes)
  return [status, (body as { message?: string }).message]
}
const today = [413, 'You have reached today’s upload limit. Try again tomorrow.']

test('the daily quota of a client counts stored and announced files, and is free again a day later', async () => {
  const ana = await desk.signedIn('client')
  await store(ana, 300 * megabyte, 1)
  expect(await announce(ana, 200 * megabyte)).toEqual([200, undefined])
  expect(await announce(ana, 100 * megabyte)).toEqual(today)
  // A refused one takes no room.
  expect(await announce(ana, 12 * megabyte)).toEqual([200, undefined])
  const parts = await ana.post<{ message: string }>('/api/uploads/s3/multipart', {
    filename: 'big.txt',
    type: '',
    metadata: { size: String(20 * megabyte) },
  })
  expect([parts.status, parts.body.message]).toEqual(today)
  desk.clock.advance(24 * hourMs)
  expect(await announce(new Caller(desk.app, ana.cookie), 20 * megabyte)).toEqual([200, undefined])
})

test('the storage quota of a client counts all files, whenever they came', async () => {
  const ana = await desk.signedIn('client')
  await store(ana, gigabyte - megabyte, 1000)
  expect(await announce(ana, megabyte)).toEqual([200, undefined])
  expect(await announce(ana, 1)).toEqual([
    413,
    'Your files have reached the storage limit. Ask the helpdesk to remove some.',
  ])
})

test('the people of one company share what it may keep, and what it may upload in a day', async () => {
  const { id } = await aClient(root)
  const people = [await desk.signedIn('client'), await desk.signedIn('client'), await desk.signedIn('client')]
  const [ana, bea, cem] = people as [Caller, Caller, Caller]
  for (const one of people) await assign(root, id, one.id, 'employee')
  await store(ana, 500 * megabyte, 2)
  await store(bea, 500 * megabyte, 2)
  expect(await announce(cem, 100 * megabyte)).toEqual([
    413,
    'Your company has reached today’s upload limit. Try again tomorrow.',
  ])
  await desk.database.pool.query(
    `update attachments set file_size = ${2 * gigabyte - 1}, created_at = now() - interval '90 days'
     where uploaded_by = any($1)`,
    [[ana.id, bea.id]],
  )
  await store(cem, gigabyte / 2, 48)
  expect(await announce(cem, 600 * megabyte)).toEqual(today)
  expect(await announce(cem, 400 * megabyte)).toEqual([200, undefined])
  await store(cem, gigabyte / 2 - 1, 48)
  expect(await announce(cem, 1)).toEqual([
    413,
    expect.stringMatching(/^(Your files|The files of your company) have reached the storage limit/),
  ])
  // Another company has its own.
  expect(await announce(await desk.signedIn('client'), megabyte)).toEqual([200, undefined])

  const { files } = (await root.get<System>('/api/system')).body
  expect(files.quotaBytes).toBe(5 * gigabyte)
  expect(files.fullest[0]).toMatchObject({ clientId: id, bytes: expect.any(Number) })
  expect(files.fullest[0]!.bytes).toBeGreaterThan(4 * gigabyte)
})

test('files of an agent, and of another company of a person, take no room of a company', async () => {
  const { id } = await aClient(root)
  const [ana, bea] = [await desk.signedIn('client'), await desk.signedIn('client')]
  for (const one of [ana, bea]) await assign(root, id, one.id, 'employee')
  const agent = await desk.signedIn('internal')
  await assign(root, id, agent.id, 'assigned')
  await store(agent, gigabyte, 2)
  expect(await announce(ana, megabyte)).toEqual([200, undefined])

  const other = await aClient(root)
  const people = [await desk.signedIn('client'), await desk.signedIn('client')]
  for (const one of [...people, ana]) await assign(root, other.id, one.id, 'employee')
  for (const one of [...people, bea]) await store(one, 400 * megabyte, 2)
  // Both companies together have more than one may have in a day.
  expect(await announce(ana, megabyte)).toEqual([200, undefined])
})

test('staff have ten times as much a day as a person of a client, and no bound in all', async () => {
  const hedda = await desk.signedIn('helpdesk')
  await store(hedda, 2 * gigabyte - 1, 1000)
  await store(hedda, 2 * gigabyte - 1, 2)
  await store(hedda, 2 * gigabyte - 1, 2)
  expect(await announce(hedda, 1000 * megabyte)).toEqual([200, undefined])
  expect(await announce(hedda, 1000 * megabyte)).toEqual(today)
})

test('a person of no client whose address is unverified keeps 500 MB, and 200 MB in a day', async () => {
  const eve = await desk.signedIn('client', { isEmailConfirmed: false })
  await store(eve, 199 * megabyte, 2)
  expect(await announce(eve, 2 * megabyte)).toEqual(today)
  await store(eve, 300 * megabyte, 48)
  const full = [413, 'Your files have reached the storage limit. Ask the helpdesk to remove some.']
  desk.clock.advance(24 * hourMs)
  const nextDay = new Caller(desk.app, eve.cookie, eve.id)
  expect(await announce(nextDay, 2 * megabyte)).toEqual(full)
  await (await desk.signedIn('super_user')).post(`/api/users/${eve.id}/email/confirm`)
  expect(await announce(nextDay, 2 * megabyte)).toEqual([200, undefined])
})
