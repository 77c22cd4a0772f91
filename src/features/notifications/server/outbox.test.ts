import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { DeliveryProblems } from '../contract.ts'

const minuteMs = 60_000
let desk: TestApp
let root: Caller
let ana: Caller
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  await closeAll()
  desk = await startApp()
  open.push(desk)
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
})
afterAll(() => closeAll())

async function closeAll(): Promise<void> {
  for (const one of open.splice(0).toReversed()) await one.close()
}

async function server(options: Parameters<typeof startSmtp>[0] = {}): Promise<Smtp> {
  const smtp = await startSmtp(options)
  open.unshift(smtp)
  return smtp
}

/** Something Ana is mailed about, once. */
async function happen(): Promise<void> {
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'progress' })
}
const poke = async () => {
  await aTicket(root)
  await untilMailed(desk)
}
const found = async () => (await root.get<DeliveryProblems>('/api/email-preferences/problems')).body
const problems = async () => (await found()).mails
const idsAt = (smtp: Smtp) => smtp.received.map(({ mail }) => mail.messageId)

test('a mail that the server does not take now is sent again later, and is listed until then', async () => {
  await sendThrough(root, await server({ refuses: 'mail for now' }))
  await happen()
  await untilMailed(desk)
  const [problem, ...others] = await problems()
  expect(others).toEqual([])
  expect(problem).toMatchObject({ user: { id: ana.id }, kind: 'status_changes', attempts: 1 })
  expect(problem?.failure).toMatch(/refused the email/)
  const good = await server()
  await sendThrough(root, good)
  await poke()
  expect(good.received).toEqual([])
  desk.clock.advance(minuteMs)
  await poke()
  await expect.poll(() => idsAt(good)).toEqual([`<${problem?.id}@signalbox.example>`])
  await expect.poll(problems).toEqual([])
})

test('a mail whose recipient is refused for good is not tried again', async () => {
  await sendThrough(root, await server({ refuses: 'recipient' }))
  await happen()
  await untilMailed(desk)
  expect((await problems())[0]).toMatchObject({ attempts: 1, dueAt: null })
})

test('mails that were given up are counted with the last reason, and sent when a super user retries', async () => {
  const refusing = await server({ refuses: 'recipient' })
  await sendThrough(root, refusing)
  await happen()
  await untilMailed(desk)
  const account = { email: 'ida@example.com', firstName: 'Ida', lastName: 'Lund', companyName: 'Acme' }
  await root.post('/api/users', { ...account, invite: true })
  const said = '127.0.0.1 refused the address of the recipient.'
  expect(await found()).toMatchObject({
    givenUp: 2,
    waiting: 0,
    lastFailure: said,
    mails: [
      { kind: 'invitation', user: { email: 'ida@example.com' }, failure: said, dueAt: null },
      { kind: 'status_changes', user: { id: ana.id }, failure: said, dueAt: null },
    ],
  })
  const good = await server()
  await sendThrough(root, good)
  await poke()
  expect(good.received).toEqual([])
  const { status, body } = await root.post('/api/email-preferences/problems/retry')
  expect([status, body]).toEqual([200, { message: 'The emails are being retried.', tried: 2 }])
  await expect.poll(() => good.received.length).toBe(2)
  await expect
    .poll(found)
    .toEqual({ givenUp: 0, waiting: 0, setAside: 0, lastFailure: null, mails: [], messages: [] })
  const { rows } = await desk.database.pool.query(
    `select actor_id, data from events where type = 'email_preference.retried'`,
  )
  expect(rows).toEqual([{ actor_id: root.id, data: { tried: 2 } }])
  const again = await root.post('/api/email-preferences/problems/retry')
  expect(again.body['tried']).toBe(0)
})

test('mails that were given up more than thirty days ago are not counted any more', async () => {
  await sendThrough(root, await server({ refuses: 'recipient' }))
  await happen()
  await untilMailed(desk)
  desk.clock.advance(29 * 24 * 60 * minuteMs)
  root = await desk.signedIn('super_user')
  expect(await found()).toMatchObject({ givenUp: 1 })
  desk.clock.advance(2 * 24 * 60 * minuteMs)
  expect(await found()).toMatchObject({ givenUp: 0, mails: [] })
})

test('a mail whose acknowledgement was lost is sent again under the same id', async () => {
  const dropping = await server({ drops: true })
  await sendThrough(root, dropping)
  await happen()
  await untilMailed(desk)
  const good = await server()
  await sendThrough(root, good)
  desk.clock.advance(minuteMs)
  await poke()
  expect(idsAt(dropping)).toHaveLength(1)
  await expect.poll(() => idsAt(good)).toEqual(idsAt(dropping))
})

test('a process that dies between sending a mail and noting it repeats one mail, under the same id', async () => {
  const smtp = await server()
  await sendThrough(root, smtp)
  await happen()
  await untilMailed(desk)
  // As it was left behind: taken for a minute, and nothing noted.
  await desk.database.pool.query(
    "update deliveries set sent_at = null, due_at = $1 where kind = 'mail' and user_id = $2",
    [new Date(desk.clock.now().getTime() + minuteMs), ana.id],
  )
  await aTicket(root)
  expect(idsAt(smtp)).toHaveLength(1)
  desk.clock.advance(minuteMs)
  await poke()
  await poke()
  const [first, second, ...others] = idsAt(smtp)
  expect([second, others]).toEqual([first, []])
})

test('nothing is queued while no mail server is set up, and events of that time are never mailed', async () => {
  await happen()
  await untilMailed(desk)
  const { rows } = await desk.database.pool.query("select * from deliveries where kind = 'mail'")
  expect(rows).toEqual([])
  const smtp = await server()
  await sendThrough(root, smtp)
  await poke()
  expect(smtp.received).toEqual([])
  await happen()
  await untilMailed(desk)
  expect(smtp.received).toHaveLength(1)
})

test('a restarted server goes on where it was: events of the downtime are mailed once', async () => {
  const smtp = await server()
  const database = await openTestDatabase()
  const first = await startApp({ database })
  const admin = await first.signedIn('super_user')
  await sendThrough(admin, smtp)
  const { id: client, email } = await first.person('client')
  const { id } = await aTicket(await first.signIn(email))
  await untilMailed(first)
  smtp.received.length = 0
  await change(admin, id, { status: 'progress' })
  await first.close()
  const again = await startApp({ database })
  await untilMailed(again)
  expect(smtp.received.flatMap(({ to }) => to)).toEqual([email])
  const { rows } = await database.pool.query(
    "select * from deliveries where kind = 'mail' and user_id = $1",
    [client],
  )
  expect(rows).toHaveLength(1)
  await again.close()
  await database.close()
})

test('two nodes send each mail once', async ({ skip }) => {
  if (desk.database.url === undefined) skip('The embedded database has one node.')
  const smtp = await server()
  await sendThrough(root, smtp)
  const other = await startApp({ database: desk.database })
  open.push(other)
  const people = []
  for (let turn = 0; turn < 20; turn++) people.push(await desk.person('internal'))
  for (const { id: assignedToId } of people) await change(root, (await aTicket(root)).id, { assignedToId })
  await untilMailed(desk)
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
})
