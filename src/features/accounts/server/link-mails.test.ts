import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { untilOneWaits } from '#test/database.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import { changeAccount } from './service.ts'

const minuteMs = 60_000
let desk: TestApp
let admin: Caller
const open: Smtp[] = []

beforeAll(async () => {
  desk = await startApp({ settings: { PUBLIC_URL: 'https://desk.example.com' } })
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())
afterEach(async () => {
  desk.clock.set(new Date())
  await desk.database.pool.query("delete from deliveries where kind = 'link'")
  for (const smtp of open.splice(0)) await smtp.close()
})

async function through(options: Parameters<typeof startSmtp>[0] = {}): Promise<Smtp> {
  const smtp = await startSmtp(options)
  open.push(smtp)
  await sendThrough(admin, smtp)
  return smtp
}
const forgets = (email: string) => desk.nobody.post('/api/auth/forgot', { email })
const isOpen = async (token: string) =>
  (await desk.nobody.post('/api/auth/reset', { token, password: 'short' })).status === 400 &&
  (await desk.nobody.post('/api/auth/reset', { token, password: 'long enough' })).status === 200

interface Waiting {
  email: string
  attempts: number
  failure: string | null
  due_at: Date | null
}
const waiting = async () =>
  (
    await desk.database.pool.query<Waiting>(
      `select payload ->> 'email' as email, attempts, failure, due_at from deliveries where kind = 'link'`,
    )
  ).rows
const isTried = (attempts: number) =>
  vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts, failure: expect.any(String) }]), {
    timeout: 15_000,
  })
/** The dispatcher looks by itself, but not as soon as a test turns the clock. */
let passed = 0
async function passes(ms: number): Promise<void> {
  desk.clock.advance(ms)
  await forgets(`nobody${++passed}@example.com`)
}
const isDone = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 15_000 })

test('a link that the mail server does not take now is mailed later: the same link in the same mail', async () => {
  const dropping = await through({ drops: true })
  const { email } = await desk.person('client')
  await forgets(email)
  await isTried(1)
  const good = await through()
  await passes(minuteMs - 30_000)
  await isTried(1)
  await passes(31_000)
  await isDone()
  const [first, second] = [dropping.received[0]!, good.received[0]!]
  expect(good.received).toHaveLength(1)
  expect(second.mail.messageId).toBe(first.mail.messageId)
  expect(first.mail.text).toContain('the link works once and expires in 1 hour:')
  expect(second.mail.text).toContain('the link works once and expires in 59 minutes:')
  const tokenIn = ({ mail }: typeof first) => /token=([\w-]{43})\n/.exec(mail.text ?? '')?.[1]
  expect(tokenIn(second)).toBe(tokenIn(first))
  expect(await isOpen(tokenIn(second) ?? '')).toBe(true)
})

test('the pauses between tries grow, and when the link expires its mail is given up and deleted', async () => {
  await through({ refuses: 'mail for now' })
  const { email } = await desk.person('client')
  await forgets(email)
  const pauseOf = ({ attempts, failure, due_at: dueAt }: Waiting) => ({
    attempts,
    failure,
    pause: dueAt && Math.round((dueAt.getTime() - desk.clock.now().getTime()) / minuteMs),
  })
  // After the fourth try the next would come after the end of the link.
  for (const [place, pause] of [1, 5, 15, null].entries()) {
    const expected = { attempts: place + 1, failure: '127.0.0.1 refused the email.', pause }
    const state = async () => (await waiting()).map(pauseOf)
    await vi.waitFor(async () => expect(await state()).toEqual([expected]), { timeout: 15_000 })
    if (pause !== null) await passes(pause * minuteMs)
  }
  const good = await through()
  desk.clock.advance(60 * minuteMs)
  await passes(0)
  await vi.waitFor(async () => expect((await waiting()).map((one) => one.email)).toEqual([email]), {
    timeout: 15_000,
  })
  expect(good.received).toEqual([])
})

test('an expired link is not mailed, and of two requests the newer one counts', async () => {
  await through({ refuses: 'mail for now' })
  const { id, email } = await desk.person('client')
  await forgets(email)
  await isTried(1)
  await forgets(email)
  await isTried(1)
  expect(await waiting()).toHaveLength(1)
  expect((await admin.put(`/api/users/${id}`, { email: `new.${email}` })).status).toBe(200)
  expect(await waiting()).toEqual([])
  const good = await through()
  await passes(2 * minuteMs)
  await isDone()
  expect(good.received).toEqual([])
})

// The embedded database has one connection, on which nobody waits for a row.
test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'a link is not mailed to an address that is taken from its user while the link is made',
  async () => {
    const smtp = await through()
    const { id, email } = await desk.person('client')
    await desk.work(async (unit) => {
      const viewer = { id: admin.id, role: 'super_user', managedClientIds: [], clientIds: [] } as const
      await changeAccount(unit, viewer, id, { email: `new.${email}` })
      await forgets(email)
      await untilOneWaits(desk.database)
    })
    await isDone()
    expect(smtp.received).toEqual([])
    const { rows } = await desk.database.pool.query('select 1 from password_resets where user_id = $1', [id])
    expect(rows).toEqual([])
  },
)

test('a request for an address without an account stores nothing', async () => {
  const smtp = await through()
  await forgets('nobody.at.all@example.com')
  await isDone()
  expect(smtp.received).toEqual([])
  const { rows } = await desk.database.pool.query(
    `select * from events where data::text like '%nobody.at.all%'`,
  )
  expect(rows).toEqual([])
})

test('an invitation that the mail server does not take now says so and is mailed later', async () => {
  await through({ refuses: 'mail for now' })
  const account = { firstName: 'Ida', lastName: 'Lund', companyName: 'Acme', invite: true }
  const { body } = await admin.post<{ id: string; invitationFailure: string }>('/api/users', {
    ...account,
    email: 'ida@example.com',
  })
  expect(body.invitationFailure).toBe('127.0.0.1 refused the email. It will be tried again.')
  const again = await admin.post(`/api/users/${body.id}/invitation`)
  expect([again.status, again.body['message']]).toEqual([409, body.invitationFailure])
  expect(await waiting()).toHaveLength(1)
  const good = await through()
  await passes(minuteMs + 1)
  await isDone()
  expect(good.received.map(({ to }) => to)).toEqual([['ida@example.com']])
  expect(good.received[0]?.mail.text).toContain('the link works once and expires in 7 days:')
})

test('a link that a restored backup does not know is not mailed, and the desk is told', async () => {
  await through({ refuses: 'mail for now' })
  const { id, email } = await desk.person('client')
  await forgets(email)
  await isTried(1)
  await desk.database.pool.query('delete from password_resets where user_id = $1', [id])
  const good = await through()
  await passes(minuteMs + 1)
  const failure = 'Its link is not valid any more. Send a new one.'
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ email, due_at: null, failure }]), {
    timeout: 15_000,
  })
  expect(good.received).toEqual([])
})
