import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aComment, assign, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sign, startWhatsApp, type WhatsAppProvider } from '#test/services/whatsapp.ts'
import { aNumber, whatsAppTalk, type WhatsAppTalk } from '#test/whatsapp-talk.ts'
import { whatsAppPath } from './routes.ts'

let desk: TestApp
let helpdesk: Caller
let provider: WhatsAppProvider
let talk: WhatsAppTalk
beforeAll(async () => {
  provider = await startWhatsApp()
  desk = await startApp({ whatsApp: provider.account })
  talk = whatsAppTalk(desk, provider)
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(async () => {
  await desk.close()
  await provider.close()
})
beforeEach(() => {
  provider.sent.length = 0
  provider.answers.length = 0
})

const ticketOf = (number: string) => helpdesk.get<TicketDetail>(`/api/tickets/${number}`)

test('a person dictates a ticket in five messages, and is told its number', async () => {
  const from = aNumber()
  expect(await talk.say(from, 'Hello')).toContain('subject')
  expect(await talk.say(from, 'No network in room 4')).toContain('describe')
  expect(await talk.say(from, 'The lamp is red.')).toContain('How urgent')
  expect(await talk.say(from, 'very')).toContain('How urgent')
  expect(await talk.say(from, 'High')).toContain('product')
  const number = /TKT-\d+/.exec(await talk.say(from, 'Router'))?.[0] ?? ''

  const { body } = await ticketOf(number)
  expect(body).toMatchObject({
    subject: 'No network in room 4',
    description: `The lamp is red.\n\nSent through WhatsApp by Mia Stone (+${from}).`,
    priority: 'high',
    productName: 'Router',
    source: 'whatsapp',
    status: 'open',
  })
  expect(provider.sent.every(({ token }) => token === 'Bearer access token')).toBe(true)
})

test('a person who dictates a ticket cannot put a line break into their name', async () => {
  const from = aNumber()
  for (const text of ['Hello', 'A subject', 'A description', '2']) await talk.say(from, text)
  const name = 'Mia\n\nSent through WhatsApp.\u202E'
  const number = /TKT-\d+/.exec(await talk.say(from, 'Router', { name }))?.[0] ?? ''
  expect((await ticketOf(number)).body.description).toBe(
    `A description\n\nSent through WhatsApp by Mia Sent through WhatsApp. (+${from}).`,
  )
})

test('a ticket from the form has the web as its source', async () => {
  const made = await helpdesk.post<TicketDetail>('/api/tickets', {
    subject: 'From the form',
    description: 'Typed.',
    customerName: 'Acme',
    productName: 'Router',
  })
  expect(made.body.source).toBe('web')
})

test('later messages of the person become comments on their ticket, until they ask for another ticket', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Printer jams')
  expect(await talk.say(from, 'It smokes now.')).toContain(`Added to ${number}`)
  expect((await ticketOf(number)).body.comments).toMatchObject([
    { content: 'It smokes now.', isInternal: false, user: { firstName: 'WhatsApp' } },
  ])
  expect(await talk.say(from, 'new')).toContain('subject')
})

test('a message to a ticket closed longer ago than the days of the desk becomes a ticket that continues it', async () => {
  const from = aNumber()
  const root = await desk.signedIn('super_user')
  const setDays = (reopenClosedDays: number) => root.put('/api/desk-settings', { reopenClosedDays })
  const close = async (number: string) =>
    change(helpdesk, (await ticketOf(number)).body.id, { status: 'closed' })
  const number = await talk.dictate(from, 'Printer jams')
  await close(number)
  expect(await talk.say(from, 'It jams again.')).toContain(`Added to ${number}`)
  expect((await ticketOf(number)).body).toMatchObject({ status: 'open', turn: 'us' })

  await setDays(0)
  await close(number)
  const reply = await talk.say(from, 'And now it smokes.')
  expect(reply).toContain(`${number} is closed.`)
  const next = /TKT-\d+(?=, which continues it)/.exec(reply)?.[0] ?? ''
  const old = (await ticketOf(number)).body
  expect(old).toMatchObject({ status: 'closed', continuedBy: [{ ticketNumber: next }] })
  expect(old.comments.map(({ content }) => content)).toEqual(['It jams again.'])
  expect((await ticketOf(next)).body).toMatchObject({
    subject: 'Printer jams',
    description: `And now it smokes.\n\nSent through WhatsApp by Mia Stone (+${from}).`,
    productName: 'Router',
    source: 'whatsapp',
    status: 'open',
    continues: { ticketNumber: number },
  })
  expect(await talk.say(from, 'Please hurry.')).toContain(`Added to ${next}`)
  expect((await ticketOf(next)).body.comments).toMatchObject([{ content: 'Please hurry.' }])
  await setDays(14)
})

test('later messages reach the ticket once the desk has named its requester, under the number they came by', async () => {
  const from = aNumber()
  const root = await desk.signedIn('super_user')
  const cleo = await desk.signedIn('client')
  const { id: clientId } = await aClient(root)
  await assign(root, clientId, cleo.id, 'employee')
  const number = await talk.dictate(from, 'Printer jams')
  const { id } = (await ticketOf(number)).body
  await change(helpdesk, id, { clientId, createdById: cleo.id })
  await aComment(helpdesk, id, 'Between us.', true)

  expect(await talk.say(from, 'It smokes now.')).toContain(`Added to ${number}`)
  expect((await cleo.get<TicketDetail>(`/api/tickets/${number}`)).body.comments).toMatchObject([
    {
      content: `It smokes now.\n\nSent through WhatsApp by Mia Stone (+${from}).`,
      user: { firstName: 'WhatsApp' },
    },
  ])

  await root.put('/api/desk-settings', { reopenClosedDays: 0 })
  await change(helpdesk, id, { status: 'closed' })
  const reply = await talk.say(from, 'It burns.')
  await root.put('/api/desk-settings', { reopenClosedDays: 14 })
  const next = /TKT-\d+(?=, which continues it)/.exec(reply)?.[0] ?? ''
  expect((await ticketOf(next)).body).toMatchObject({
    description: `It burns.\n\nSent through WhatsApp by Mia Stone (+${from}).`,
    createdBy: { firstName: 'WhatsApp' },
    clientId,
  })
  // Nobody knows yet that it is Cleo who writes.
  expect((await cleo.get(`/api/tickets/${next}`)).status).toBe(404)
})

test('a conversation about a ticket that was deleted begins anew, and says that the message is not in it', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Gone soon')
  const { body } = await ticketOf(number)
  await helpdesk.delete(`/api/tickets/${body.id}`)
  expect(await talk.say(from, 'Hello?')).toContain(`Your message was not added: ${number} takes no more`)
  expect(await talk.say(from, 'Another thing')).toContain('describe')
})

test('a conversation starts again after "cancel" and after a day of silence', async () => {
  const from = aNumber()
  await talk.say(from, 'Hello')
  await talk.say(from, 'Wrong subject')
  expect(await talk.say(from, 'Cancel')).toContain('Cancelled')
  expect(await talk.say(from, 'Hello')).toContain('subject')
  await talk.say(from, 'A subject')
  desk.clock.advance(25 * 60 * 60 * 1000)
  expect(await talk.say(from, 'I am back')).toContain('subject')
  desk.clock.advance(-25 * 60 * 60 * 1000)
})

test('a conversation asks again after a picture and after a subject that is too long', async () => {
  const from = aNumber()
  await talk.say(from, 'Hello')
  expect(await talk.say(from, undefined)).toContain('Only text')
  expect(await talk.say(from, 'x'.repeat(256))).toContain('255')
  expect(await talk.say(from, 'A good subject')).toContain('describe')
})

test('a notification that comes twice is taken in once, even at the same time', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Only once')
  const again = talk.notification({ from, text: 'Once', id: 'wamid.same' })
  const delivered = await Promise.all([talk.deliver(again), talk.deliver(again), talk.deliver(again)])
  expect(delivered.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await ticketOf(number)).body.comments).toHaveLength(1)
})

const dayMs = 24 * 60 * 60 * 1000

test('a message older than the provider repeats it is acknowledged and not taken in', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Captured')
  const sentAt = (daysAgo: number) => new Date(desk.clock.now().getTime() - daysAgo * dayMs)
  for (const at of [sentAt(7.1), sentAt(40), sentAt(-8)])
    expect((await talk.deliver(talk.notification({ from, text: 'Played back', at }))).statusCode).toBe(200)
  expect(await talk.say(from, 'Delivered late', { at: sentAt(6.9) })).toContain(`Added to ${number}`)
  expect((await ticketOf(number)).body.comments.map(({ content }) => content)).toEqual(['Delivered late'])
})

test('a captured notification is not taken in again, however much later', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Captured')
  const captured = talk.notification({ from, text: 'Pay at once' })
  await talk.deliver(captured)
  const before = desk.clock.now()
  for (const days of [1, 6, 8, 31, 60]) {
    desk.clock.set(new Date(before.getTime() + days * dayMs))
    expect((await talk.deliver(captured)).statusCode).toBe(200)
  }
  desk.clock.set(before)
  expect((await ticketOf(number)).body.comments.map(({ content }) => content)).toEqual(['Pay at once'])
})

test('a message to another number of the same app is not answered', async () => {
  const from = aNumber()
  const number = await talk.dictate(from, 'Which number')
  expect((await talk.deliver(talk.notification({ from, text: 'For the shop', to: '2000' }))).statusCode).toBe(
    200,
  )
  expect(await talk.say(from, 'For the desk')).toContain(`Added to ${number}`)
  expect((await ticketOf(number)).body.comments.map(({ content }) => content)).toEqual(['For the desk'])
})

test('a number that never stops is told once that no more than sixty messages an hour are read', async () => {
  const from = aNumber()
  const before = desk.clock.now()
  for (let sentSoFar = 0; sentSoFar < 64; sentSoFar++)
    await talk.deliver(talk.notification({ from, text: 'spam' }))
  const replies = () => provider.sent.filter(({ to }) => to === from).map(({ text }) => text)
  await expect.poll(() => replies().length).toBe(61)
  expect(replies().filter((text) => text.includes('60 messages'))).toHaveLength(1)
  desk.clock.advance(61 * 60_000)
  expect(await talk.say(from, 'cancel')).toContain('Cancelled')
  expect(replies()).toHaveLength(62)
  desk.clock.set(before)
})

/** Until it is noted that the reply to this number was not taken. */
const untilFailed = (to: string) =>
  expect
    .poll(
      async () =>
        (
          await desk.database.pool.query(
            `select 1 from deliveries where payload->>'phoneNumber' = $1 and failure is not null`,
            [to],
          )
        ).rowCount,
    )
    .toBe(1)

test('a reply is tried again until the provider takes it, and not when it never will', async () => {
  const from = aNumber()
  provider.answers.push(500)
  await talk.deliver(talk.notification({ from, text: 'Hello' }))
  await untilFailed(from)
  expect(talk.lastReply(from)).toBeUndefined()
  desk.clock.advance(61_000)
  // The next message wakes the sender, which finds the older reply due, too.
  await talk.deliver(talk.notification({ from, text: 'A subject' }))
  await expect.poll(() => provider.sent.filter(({ to }) => to === from).length).toBe(2)

  provider.answers.push(400)
  const other = aNumber()
  await talk.deliver(talk.notification({ from: other, text: 'Hello' }))
  await untilFailed(other)
  desk.clock.advance(10 * 60 * 60 * 1000)
  await talk.say(aNumber(), 'Hello')
  expect(talk.lastReply(other)).toBeUndefined()
})

test('a notification without the right signature is not taken in', async () => {
  const from = aNumber()
  const body = talk.notification({ from, text: 'Let me in' })
  const payload = JSON.stringify(body)
  for (const signature of ['', 'sha256=', sign(payload, 'another secret'), sign(`${payload} `)])
    expect((await talk.deliver(body, signature)).statusCode).toBe(401)
  expect((await talk.deliver(body, sign(payload))).statusCode).toBe(200)
})

test.each([['[]'], ['{"entry":7}'], ['null'], ['not json'], ['{"entry":[{"changes":[{"value":null}]}]}']])(
  'a signed body that is no notification is refused: %s',
  async (payload) => {
    const answer = await desk.app.inject({
      method: 'POST',
      url: whatsAppPath,
      payload,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(payload) },
    })
    expect(answer.statusCode).toBe(400)
  },
)

test('marks of delivery and messages of an unknown kind are ignored', async () => {
  const value = {
    statuses: [{ id: 'x' }],
    messages: [{ strange: true }, { id: 'a', from: 'me', type: 'text' }],
  }
  const metadata = { phone_number_id: '1000' }
  const { statusCode } = await talk.deliver({ entry: [{ changes: [{ value: { ...value, metadata } }] }] })
  expect(statusCode).toBe(200)
})

test('the webhook answers the provider’s challenge, and nobody who does not know the token', async () => {
  const ask = (token: string) =>
    desk.nobody.get(`${whatsAppPath}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)
  expect(await ask('verify-me')).toMatchObject({ status: 200, body: '1158201444' })
  for (const guess of ['guess', 'verify-mE', 'verify-me-', '']) expect((await ask(guess)).status).toBe(403)
})

test('a server without a WhatsApp account has no webhook', async () => {
  const other = await startApp()
  expect((await other.nobody.post(whatsAppPath, {})).status).toBe(404)
  expect((await other.nobody.get(whatsAppPath)).status).toBe(404)
  await other.close()
})

test('the account of the channel can neither sign in nor be assigned a ticket', async () => {
  const from = aNumber()
  await talk.dictate(from, 'Who is it')
  const list = await helpdesk.get<TicketPage>('/api/tickets?limit=1')
  expect(list.body.tickets[0]?.client.name).toBe('WhatsApp')
  const signIn = await desk.nobody.post('/api/auth/login', {
    email: 'whatsapp@channel.invalid',
    password: '',
  })
  expect([400, 401]).toContain(signIn.status)
  const team = await helpdesk.get<{ firstName: string }[]>('/api/team')
  expect(team.body.map(({ firstName }) => firstName)).not.toContain('WhatsApp')
})

test('an account that already had the address of the channel does not become the creator of its tickets', async () => {
  const creatorOf = async (number: string) => (await ticketOf(number)).body.createdById
  const known = await creatorOf(await talk.dictate(aNumber(), 'By the channel'))
  const setPassword = (to: string | null) =>
    desk.database.pool.query('update users set password = $2 where id = $1', [known, to])
  await setPassword('a hash')
  const creators = []
  for (const subject of ['First', 'Second'])
    creators.push(await creatorOf(await talk.dictate(aNumber(), subject)))
  await setPassword(null)
  expect(creators).not.toContain(known)
  expect(new Set(creators).size).toBe(1)
})
