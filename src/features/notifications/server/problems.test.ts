import { afterAll, beforeAll, expect, test } from 'vitest'
import { whatsAppPath } from '#features/messaging/server/routes.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { aNumber, startSms, type SmsProvider } from '#test/services/sms.ts'
import { startSilence, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { notificationOf, sign, startWhatsApp, type WhatsAppProvider } from '#test/services/whatsapp.ts'
import type { DeliveryProblems } from '../contract.ts'

const writer = '4915100000001'
let desk: TestApp
let root: Caller
let ida: Caller
let sms: SmsProvider
let whatsApp: WhatsAppProvider
const smtps: Smtp[] = []
const mobileNumber = aNumber()

beforeAll(async () => {
  ;[sms, whatsApp] = [await startSms(), await startWhatsApp()]
  desk = await startApp({ sms: sms.account, whatsApp: whatsApp.account })
  root = await desk.signedIn('super_user')
  ida = await desk.signedIn('internal', { mobileNumber, firstName: 'Ida', lastName: 'Lund' })
  await ida.post('/api/profile/mobile-code')
  await ida.post('/api/profile/mobile-proof', { code: sms.lastTo(mobileNumber)?.slice(0, 6) })
  await ida.send('PATCH', '/api/settings', { smsNotifications: true })
  sms.sent.length = 0
})
afterAll(async () => {
  await desk.close()
  for (const one of [sms, whatsApp, ...smtps]) await one.close()
})

async function mailThrough(options: Parameters<typeof startSmtp>[0] = {}): Promise<Smtp> {
  const smtp = await startSmtp(options)
  smtps.push(smtp)
  await sendThrough(root, smtp)
  return smtp
}

/** Ida is given a ticket, which she is mailed and texted about; and somebody writes through WhatsApp. */
async function happen(): Promise<void> {
  await change(root, (await aTicket(root)).id, { assignedToId: ida.id })
  const said = { from: writer, text: 'Hello', id: crypto.randomUUID(), at: desk.clock.now() }
  const payload = JSON.stringify(notificationOf(said))
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(payload) }
  await desk.app.inject({ method: 'POST', url: whatsAppPath, payload, headers })
}

const found = async () => (await root.get<DeliveryProblems>('/api/email-preferences/problems')).body
const untilFound = (some: object) => expect.poll(found).toMatchObject(some)
const retry = (id?: string) =>
  root.post(`/api/email-preferences/problems/${id === undefined ? '' : `${id}/`}retry`)
const byKind = ({ mails, messages }: DeliveryProblems) =>
  new Map([...mails, ...messages].map((problem) => [problem.kind, problem]))

test('deliveries that were given up are listed with their reason, recipient and attempts', async () => {
  await mailThrough({ refuses: 'recipient' })
  sms.answers.push(400)
  whatsApp.answers.push(404)
  await happen()
  const account = { firstName: 'Ben', lastName: 'Vite', companyName: 'Acme', invite: true }
  await root.post('/api/users', { ...account, email: 'ben@example.com' })
  await untilFound({ givenUp: 4, waiting: 0 })
  const problems = byKind(await found())
  const refused = '127.0.0.1 refused the address of the recipient.'
  const user = { id: ida.id, firstName: 'Ida', lastName: 'Lund' }
  const givenUp = { attempts: 1, dueAt: null, createdAt: expect.any(String) }
  expect(problems.get('assignment_notifications')).toMatchObject({ user, failure: refused, ...givenUp })
  expect(problems.get('invitation')).toMatchObject({ user: { email: 'ben@example.com' }, failure: refused })
  expect(problems.get('text')).toMatchObject({
    user,
    number: mobileNumber,
    failure: 'The SMS provider answered 400, code 21211',
    ...givenUp,
  })
  expect(problems.get('reply')).toMatchObject({
    user: null,
    number: `+${writer}`,
    failure: 'WhatsApp answered 404',
    ...givenUp,
  })
  // As a browser of the version before reads it.
  expect((await found()).mails.map(({ kind }) => kind).sort()).toEqual([
    'assignment_notifications',
    'invitation',
  ])
})

test('one of them is tried again alone', async () => {
  const problems = byKind(await found())
  const { status, body } = await retry(problems.get('text')?.id)
  expect([status, body]).toEqual([200, { message: 'The message is being retried.', tried: 1 }])
  await untilFound({ givenUp: 3, waiting: 0 })
  expect(sms.sent.map(({ to }) => to)).toEqual([mobileNumber])
  expect([whatsApp.sent, byKind(await found()).get('text')]).toEqual([[], undefined])
  expect((await retry(problems.get('text')?.id)).status).toBe(404)
  expect((await retry(crypto.randomUUID())).status).toBe(404)
})

test('all of them are tried again together, and what waits is listed as waiting', async () => {
  const smtp = await mailThrough({ refuses: 'mail for now' })
  const { body } = await retry()
  expect(body).toEqual({ message: 'The messages are being retried.', tried: 3 })
  const waiting = { attempts: 1, failure: '127.0.0.1 refused the email.', dueAt: expect.any(String) }
  await untilFound({ givenUp: 0, waiting: 2, mails: [waiting, waiting], messages: [] })
  expect(whatsApp.sent.map(({ to }) => to)).toEqual([writer])

  const soon = { message: 'The emails are retried within a minute.', tried: 0 }
  expect((await retry()).body, 'what is due within the minute').toEqual(soon)
  const [one] = (await found()).mails
  expect((await retry(one?.id)).body).toEqual({ message: 'It is retried within a minute.', tried: 0 })

  const good = await mailThrough()
  desk.clock.advance(60_000)
  expect((await retry()).status).toBe(200)
  await untilFound({ givenUp: 0, waiting: 0, mails: [], messages: [] })
  await untilMailed(desk)
  expect(good.received.map(({ to }) => to[0])).toEqual(
    expect.arrayContaining(['ben@example.com', expect.stringMatching(/^person/)]),
  )
  expect(smtp.received).toEqual([])
})

test('a mail server that says nothing holds up neither texts nor replies', async () => {
  sms.sent.length = 0
  whatsApp.sent.length = 0
  const silence = await startSilence()
  await sendThrough(root, silence)
  await happen()
  await expect.poll(() => [sms.sent.length, whatsApp.sent.length]).toEqual([1, 1])
  const mails = async () => {
    const { rows } = await desk.database.pool.query(
      "select attempts, failure from deliveries where kind = 'mail' and due_at is not null",
    )
    return rows
  }
  await expect.poll(mails).toEqual([{ attempts: 1, failure: null }])
  silence.close()
})

test('nothing is retried that nobody sends: it says so and stays as it was', async () => {
  const bare = await startApp()
  const admin = await bare.signedIn('super_user')
  await bare.database.pool.query(
    `insert into deliveries (kind, payload, user_id, failure, attempts, created_at) values
      ('text', '{"position": 1}', $1, 'The SMS provider did not answer', 6, $2)`,
    [admin.id, bare.clock.now()],
  )
  const problems = '/api/email-preferences/problems'
  const listed = () => admin.get<DeliveryProblems>(problems)
  const before = (await listed()).body
  const { status, body } = await admin.post(`${problems}/${before.messages[0]?.id}/retry`)
  expect([status, body['message']]).toEqual([409, 'No SMS provider is configured on this server.'])
  const all = await admin.post(`${problems}/retry`)
  expect([all.status, all.body['message']]).toEqual([409, 'No SMS provider is configured on this server.'])
  expect((await listed()).body).toEqual(before)
  expect(before.messages).toMatchObject([{ attempts: 6, dueAt: null }])
  await bare.close()
})

test('a delivery whose stored form is unknown is listed, and does not hide the others', async () => {
  await desk.database.pool.query(
    `insert into deliveries (kind, payload, user_id, failure, created_at) values
      ('mail', '{"strange": true}', $1, 'What is stored of it cannot be read.', $2), ('pigeon', '{}', null, 'It rains.', $2)`,
    [ida.id, desk.clock.now()],
  )
  const others = (await found()).messages.filter(({ kind }) => kind === 'other')
  expect(others.map(({ failure }) => failure).sort()).toEqual([
    'It rains.',
    'What is stored of it cannot be read.',
  ])
})
