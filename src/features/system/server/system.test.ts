import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recordBackup } from '#features/backup/server/service.ts'
import { notificationMail } from '#features/notifications/server/deliveries.ts'
import { roles } from '#features/users/contract.ts'
import { deliveries } from '#tables/deliveries.ts'
import { nodes } from '#tables/nodes.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { System } from '../contract.ts'

const dayMs = 24 * 60 * 60 * 1000

let database: TestDatabase
let desk: TestApp
let root: Caller
beforeAll(async () => {
  database = await openTestDatabase()
  desk = await startApp({ database, auth: { registration: 'approval' } })
  root = await desk.signedIn('super_user')
})
const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of leave.splice(0).toReversed()) await one()
})
afterAll(async () => {
  await desk.close()
  await database.close()
})

async function look(who = root): Promise<System> {
  const { status, body } = await who.get('/api/system')
  expect(status).toBe(200)
  return System.parse(body)
}
const warned = async (who = root) => (await look(who)).warnings.map(({ kind }) => kind)

/** Another node on the same database. */
async function another(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  const node = await startApp({ database, ...options })
  leave.push(() => node.close())
  return node
}

test('only super users look at the system', async () => {
  for (const role of roles) {
    const { status } = await (await desk.signedIn(role)).get('/api/system')
    expect([role, status]).toEqual([role, role === 'super_user' ? 200 : 403])
  }
  expect((await desk.nobody.get('/api/system')).status).toBe(401)
})

test('a super user sees what the installation is made of', async () => {
  await aTicket(root)
  const system = await look()
  expect(system.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(system.nodes).toEqual([
    expect.objectContaining({ isThis: true, version: system.version, name: expect.any(String) }),
  ])
  expect(system.database.kind).toBe(database.embedded ? 'embedded' : 'postgresql')
  expect(system.database.version).toMatch(/^\d+(\.\d+)*$/)
  expect(system.database.bytes).toBeGreaterThan(1_000_000)
  expect(system.files).toEqual({ kind: 'disk', count: 0, bytes: 0, fullest: [], quotaBytes: 50 * 1024 ** 3 })
  expect(system.freeBytes).toBeGreaterThan(0)
  expect(system.queues.map(({ kind }) => kind)).toContain(notificationMail.name)
  expect(system.followers.map(({ name }) => name)).toEqual(['live', 'notifications'])
})

test('nodes on one database know of each other until one ends or falls silent', async () => {
  if (database.embedded) return
  const other = await startApp({ database })
  const known = async () => (await look()).nodes.length
  expect(await known()).toBe(2)
  const seen = await look(await other.signedIn('super_user'))
  expect(seen.nodes).toHaveLength(2)
  // Files of one node are missing at the other.
  expect(seen.warnings).toContainEqual({ kind: 'files-apart', amount: 2 })
  await other.close()
  expect(await known()).toBe(1)

  const lost = { id: crypto.randomUUID(), name: 'lost', version: '0.0.1', startedAt: new Date() }
  await database.db.insert(nodes).values({ ...lost, seenAt: new Date(Date.now() - 30_000) })
  expect((await look()).nodes.map(({ name }) => name)).toContain('lost')
  await database.db.update(nodes).set({ seenAt: new Date(Date.now() - 61_000) })
  expect((await look()).nodes.map(({ isThis }) => isThis)).toEqual([true])
  // The next node that beats clears up after it.
  await another()
  expect((await database.db.select().from(nodes)).map(({ name }) => name)).not.toContain('lost')
})

test('waiting and given-up deliveries are counted, with a warning when they are late or many', async () => {
  const kind = notificationMail.name
  const now = Date.now()
  await database.pool.query(
    `insert into smtp_settings (host, port, username, password, from_email, reply_to_email, company_name)
     values ('192.0.2.1', 25, 'a', 'b', 'a@example.com', 'a@example.com', 'A')`,
  )
  leave.push(() => database.pool.query('delete from smtp_settings; delete from deliveries'))
  const failed = {
    kind,
    payload: {},
    failure: 'The server did not answer.',
    createdAt: new Date(now - 3_600_000),
  }
  await database.db
    .insert(deliveries)
    .values([
      { ...failed, attempts: 3, dueAt: new Date(now + 600_000) },
      ...Array.from({ length: 100 }, () => ({ ...failed, attempts: 6 })),
      { ...failed, failure: null, attempts: 1, sentAt: new Date(now - 5000) },
    ])
  const { queues, mail, warnings } = await look()
  expect(queues.find((queue) => queue.kind === kind)).toMatchObject({ waiting: 1, givenUp: 100 })
  expect(mail).toMatchObject({
    isSetUp: true,
    lastSentAt: new Date(now - 5000).toISOString(),
    lastFailure: { message: 'The server did not answer.' },
  })
  expect(warnings).toEqual([{ kind: 'outbox-late', amount: expect.any(Number) }])
  await database.db.insert(deliveries).values({ ...failed, attempts: 6 })
  expect(await warned()).toEqual(['outbox-late', 'outbox-given-up'])
})

test('warnings tell of missing mail, open registration, a full disk and a wrong clock', async () => {
  expect(await warned()).toEqual(['no-mail'])
  const open = await another({ auth: { registration: 'open' } })
  expect(await warned(await open.signedIn('super_user'))).toEqual(
    expect.arrayContaining(['no-mail', 'registration-open']),
  )
  const full = await another({
    auth: { registration: 'approval' },
    settings: { DISK_FLOOR_MB: 1_000_000_000 },
  })
  expect((await look(await full.signedIn('super_user'))).warnings[0]).toEqual({
    kind: 'disk-low',
    amount: expect.any(Number),
  })
  desk.clock.advance(7000)
  leave.push(async () => desk.clock.advance(-7000))
  expect((await look()).warnings).toContainEqual({ kind: 'clock-off', amount: 7 })
  desk.clock.advance(-14_000)
  leave.push(async () => desk.clock.advance(14_000))
  expect((await look()).warnings).toContainEqual({ kind: 'clock-off', amount: -7 })
})

test('a follower that does not come on is told by how far it is behind', async () => {
  await aTicket(root)
  await database.pool.query("update events set at = at - interval '5 minutes'")
  await database.pool.query("insert into log_followers (name, position) values ('stuck', 0)")
  leave.push(() => database.pool.query("delete from log_followers where name = 'stuck'"))
  const { followers, warnings } = await look()
  expect(followers.find(({ name }) => name === 'stuck')).toEqual({
    name: 'stuck',
    events: expect.any(Number),
    waitingSince: expect.any(String),
  })
  const behind = warnings.find(({ kind }) => kind === 'follower-behind')
  expect(behind?.amount).toBeGreaterThanOrEqual(300)
  expect(behind?.amount).toBeLessThan(400)
})

test('a warning appears after a week without a backup, whether none was ever made or they stopped', async () => {
  await database.pool.query('delete from events')
  await aTicket(root)
  const aged = (days: number) =>
    database.pool.query(`update events set at = $1`, [new Date(desk.clock.now().getTime() - days * dayMs)])
  // Followers read the ticket first: it is as old then as it is said to be.
  await expect.poll(async () => (await look()).followers.every(({ events }) => events === 0)).toBe(true)
  await aged(6.9)
  expect(await warned()).toEqual(['no-mail'])
  expect((await look()).lastBackup).toBeNull()
  await aged(7.1)
  expect((await look()).warnings).toContainEqual({ kind: 'no-backup' })

  const made = (daysAgo: number, file: string) => ({
    madeAt: new Date(desk.clock.now().getTime() - daysAgo * dayMs).toISOString(),
    bytes: 3 * 1024 ** 3,
    file,
    machine: 'desk-1',
    isEncrypted: true,
  })
  leave.push(() => database.pool.query('delete from last_backup'))
  await recordBackup(database.db, made(8.5, '/backups/first.backup'))
  expect((await look()).warnings).toContainEqual({ kind: 'no-backup', amount: 8 })
  const newer = made(1, '/backups/second.backup')
  await recordBackup(database.db, newer)
  // One that took longer, and holds an earlier moment.
  await recordBackup(database.db, made(2, '/backups/late.backup'))
  const { lastBackup, warnings } = await look()
  expect(lastBackup).toEqual(newer)
  expect(warnings.map(({ kind }) => kind)).toEqual(['no-mail'])
})
