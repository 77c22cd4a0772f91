import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TicketMails } from '#features/notifications/mails/contract.ts'
import type { Requester } from '#features/requester/contract.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { deliveryReport, deskAddress, openPost } from '#test/incoming-mail.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { freePort } from '#test/processes/free-port.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { recordBounce, type ReceivedBounce } from './service.ts'

let desk: TestApp
let smtp: Smtp
let port: number
let root: Caller
let ana: Caller
let eve: Caller
let addresses: { ana: string; eve: string }
let numbered = 0

beforeAll(async () => {
  smtp = await startSmtp()
  port = await freePort()
  const door = { host: '127.0.0.1', port, protocol: 'smtp', tls: undefined, isFirstHop: false } as const
  desk = await startApp({ inbound: { ...door, addresses: [deskAddress] } })
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
})
beforeEach(async () => {
  numbered++
  addresses = { ana: `ana${numbered}@example.com`, eve: `eve${numbered}@example.com` }
  ana = await desk.signedIn('client', { firstName: 'Ana', lastName: 'Berg', email: addresses.ana })
  eve = await desk.signedIn('helpdesk', { email: addresses.eve })
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

const failed: Omit<ReceivedBounce, 'of'> = {
  status: '5.1.1',
  diagnostic: 'smtp; 550 No such\r\n user here',
  isForGood: true,
}
const reason = '5.1.1 550 No such user here'

const bounce = (of: ReceivedBounce['of'], some: Partial<ReceivedBounce> = {}) =>
  desk.work((unit) => recordBounce(unit, { ...failed, ...some, of }))

const mailsTo = (address: string) => receivedBy(smtp, address).map(({ mail }) => mail)
/** Message-ID of the newest mail to Ana, without its brackets. */
const newestId = () => (mailsTo(addresses.ana).at(-1)?.messageId ?? '').slice(1, -1)

/** A ticket whose comment was mailed to Ana. */
async function commented() {
  const { id } = await aTicket(ana)
  const commentId = await aComment(eve, id, 'Done')
  await untilMailed(desk)
  return { id, commentId, messageId: newestId() }
}

const mailsOf = async (id: string) => (await eve.get<TicketMails>(`/api/tickets/${id}/mails`)).body
const requesterOf = async (id: string) =>
  (await eve.get<Requester>(`/api/tickets/${id}/requester`)).body.bounce

test('a mail that comes back is shown at its comment and at its person, and told to its author once', async () => {
  const { id, commentId, messageId } = await commented()
  expect(await requesterOf(id)).toBeNull()
  expect((await mailsOf(id)).mails).toEqual([
    expect.objectContaining({ commentId, outcome: 'sent', bounce: null, failure: null }),
  ])
  for (let times = 0; times < 3; times++)
    expect(await bounce({ messageId })).toEqual({ ticketId: id, commentId })
  await untilMailed(desk)
  expect((await mailsOf(id)).mails[0]).toMatchObject({
    commentId,
    outcome: 'sent',
    bounce: { reason, at: expect.any(String) },
  })
  expect(await requesterOf(id)).toMatchObject({ reason })
  const told = mailsTo(addresses.eve).filter(({ text }) => text?.includes('did not reach'))
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining(`The email with your comment did not reach Ana Berg (${reason}).`),
  ])
  // An answer would reach the client.
  expect(told[0]?.replyTo).toEqual([expect.objectContaining({ address: 'help@signalbox.example' })])
  const { rows } = await desk.database.pool.query(
    "select data, public_position from events where type = 'mail.bounced' and ticket_id = $1",
    [id],
  )
  expect(rows).toEqual([{ data: { recipientId: ana.id, code: '5.1.1' }, public_position: null }])
})

test('nothing more is sent to a refused address until the desk allows it, and each lost answer is seen', async () => {
  const { id, messageId } = await commented()
  await bounce({ messageId })
  const before = mailsTo(addresses.ana).length
  const lost = await aComment(eve, id, 'Are you there?')
  await untilMailed(desk)
  expect(mailsTo(addresses.ana)).toHaveLength(before)
  expect((await mailsOf(id)).mails.find(({ commentId }) => commentId === lost)).toMatchObject({
    outcome: 'failed',
    failure: `An earlier email to this address came back: ${reason}`,
  })

  const internal = await desk.signedIn('internal')
  const allow = async (by: Caller) => (await by.delete(`/api/users/${ana.id}/bounce`)).status
  expect([await allow(ana), await allow(internal), await allow(eve)]).toEqual([403, 403, 200])
  expect((await eve.delete('/api/users/3b241101-e2bb-4255-8caf-4136c566a962/bounce')).status).toBe(404)
  expect(await requesterOf(id)).toBeNull()
  await aComment(eve, id, 'Once more')
  await untilMailed(desk)
  expect(mailsTo(addresses.ana).at(-1)?.text).toContain('Once more')
})

test('an address that is proved after the mail was sent is believed again', async () => {
  const { id, messageId } = await commented()
  await bounce({ messageId })
  desk.clock.advance(60_000)
  await desk.database.pool.query('update users set email_proved_at = $2 where id = $1', [
    ana.id,
    desk.clock.now(),
  ])
  expect(await requesterOf(id)).toBeNull()
  await aComment(eve, id, 'Welcome back')
  await untilMailed(desk)
  expect(mailsTo(addresses.ana).at(-1)?.text).toContain('Welcome back')
})

test('a report about a delay is shown at the comment, and nothing else follows from it', async () => {
  const { id, messageId } = await commented()
  await bounce({ messageId }, { status: '4.4.1', diagnostic: 'busy', isForGood: false })
  expect((await mailsOf(id)).mails[0]?.bounce).toEqual({ reason: '4.4.1 busy', at: null })
  expect(await requesterOf(id)).toBeNull()
  await untilMailed(desk)
  expect(mailsTo(addresses.eve)).toEqual([])
})

test('a report that names no mail of this desk silences nobody, whoever wrote it', async () => {
  const { id } = await commented()
  for (const messageId of [
    'unknown@signalbox.example',
    `${id}@signalbox.example`,
    `ticket-${id}@signalbox.example`,
  ])
    expect(await bounce({ messageId })).toBeUndefined()
  expect(await bounce({ ticketId: id, address: 'somebody@example.com' })).toBeUndefined()
  expect(await requesterOf(id)).toBeNull()
})

test('a report that names a recipient and no mail is shown at the comment, and silences nobody', async () => {
  const { id, messageId } = await commented()
  const answersGoTo = mailsTo(addresses.ana).at(-1)?.replyTo?.[0]?.address ?? ''
  const raw = deliveryReport({ recipient: addresses.ana, diagnosis: '550 No such user here' })
  const post = openPost(port, eve)
  await post.send({ raw, sender: '', recipients: [answersGoTo] })
  expect(await post.settled()).toMatchObject([{ outcome: 'event', reason: 'automatic', ticket: { id } }])
  expect((await mailsOf(id)).mails.at(-1)?.bounce).toEqual({ reason, at: null })
  expect(await requesterOf(id)).toBeNull()
  await aComment(eve, id, 'Are you there?')
  await untilMailed(desk)
  expect(mailsTo(addresses.ana).at(-1)?.text).toContain('Are you there?')

  await bounce({ messageId })
  expect((await mailsOf(id)).mails[0]?.bounce).toEqual({ reason, at: expect.any(String) })
  expect(await requesterOf(id)).toMatchObject({ reason })
})

test('a digest that comes back marks the address, though it belongs to no ticket', async () => {
  const { id } = await aTicket(ana)
  const { rows } = await desk.database.pool.query<{ id: string }>(
    `insert into deliveries (kind, user_id, payload, sent_at)
      values ('mail', $1, '{"notificationType":"daily_summary","period":"daily 2026-01-01"}', $2) returning id`,
    [ana.id, desk.clock.now()],
  )
  expect(await bounce({ messageId: `${rows[0]?.id}@signalbox.example` })).toBeUndefined()
  expect(await requesterOf(id)).toMatchObject({ reason })
})

test('a client learns of no bounce, and an erased person leaves neither mails nor a refusal behind', async () => {
  const { id, messageId } = await commented()
  await bounce({ messageId })
  const history = await ana.get(`/api/tickets/${id}/history`)
  expect(JSON.stringify(history.body)).not.toMatch(/bounce|came back|5\.1\.1/)
  const confirmed = { email: addresses.ana, ownTexts: false }
  await root.post('/api/auth/password', { password })
  expect((await root.post(`/api/users/${ana.id}/erasure`, confirmed)).status).toBe(200)
  const { rows } = await desk.database.pool.query(
    `select (select count(*)::int from ticket_mails where user_id = $1) as mails,
      (select count(*)::int from mail_bounces where address = $2) as bounces`,
    [ana.id, addresses.ana],
  )
  expect(rows).toEqual([{ mails: 0, bounces: 0 }])
})
