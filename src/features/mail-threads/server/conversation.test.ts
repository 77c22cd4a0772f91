import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryProblems } from '#features/notifications/contract.ts'
import type { Role } from '#features/users/contract.ts'
import { aClient, aComment, aParticipant, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { createReplyTokens, tokenInAddress } from './public/reply-address.ts'
import { findTicketsOfMessages } from './queries.ts'
import { rememberMail } from './service.ts'

const tokens = createReplyTokens('the secret of a test')
let desk: TestApp
let smtp: Smtp
let root: Caller
let ana: Correspondent
let eve: Correspondent

type Correspondent = Caller & { email: string }
let numbered = 0
async function someone(role: Role, some: { firstName?: string; lastName?: string; email?: string } = {}) {
  const email = some.email ?? `someone${++numbered}@example.com`
  return Object.assign(await desk.signedIn(role, { ...some, email }), { email })
}

beforeAll(async () => {
  smtp = await startSmtp()
  const addresses = ['support@desk.test', 'billing@desk.test', 'support+eu@desk.test']
  desk = await startApp({ settings: { INBOUND_ADDRESSES: addresses } })
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
})
beforeEach(async () => {
  ana = await someone('client', { firstName: 'Ana', lastName: 'Berg' })
  eve = await someone('helpdesk', { firstName: 'Eve', lastName: 'Lund' })
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

async function newestTo({ email }: Correspondent) {
  await untilMailed(desk)
  // Two mails of one moment have no order.
  desk.clock.advance(1000)
  return receivedBy(smtp, email).at(-1)!
}

const idsIn = (header: string | undefined) => header?.match(/[^<>\s]+(?=>)/g) ?? []

/** Ids of a mail: its own, the one that it answers, and those before. */
async function threadOf(to: Correspondent) {
  const { mail } = await newestTo(to)
  const [id = ''] = idsIn(mail.messageId)
  return { id, inReplyTo: idsIn(mail.inReplyTo)[0], references: idsIn(mail.references) }
}

interface Written {
  by: Caller
  id: string
  subject?: string
  mailbox?: string
}

/** Stands for a mail that was taken in. */
const takeIn = (ticketId: string, { by, id, subject, mailbox }: Written) =>
  desk.work((unit) =>
    rememberMail(unit, {
      messageId: id,
      ticketId,
      direction: 'in',
      userId: by.id,
      ...(subject !== undefined && { subject }),
      ...(mailbox !== undefined && { mailbox }),
    }),
  )

const rootOf = (ticketId: string) => `ticket-${ticketId}@signalbox.example`

test('a conversation of six mails is one thread, in which each mail answers the one before it', async () => {
  const { id, ticketNumber } = await aTicket(ana, { subject: 'The printer' })
  await takeIn(id, { by: ana, id: 'first@ana.example', subject: 'The printer' })
  desk.clock.advance(1000)
  await aComment(eve, id, 'Is it on?')
  const second = await threadOf(ana)
  expect(second).toMatchObject({
    inReplyTo: 'first@ana.example',
    references: [rootOf(id), 'first@ana.example'],
  })
  const { database } = desk
  expect(
    await findTicketsOfMessages(database.db, [
      second.id,
      rootOf(id),
      rootOf('3b241101-e2bb-4255-8caf-4136c566a962'),
      rootOf('no-id'),
    ]),
  ).toEqual(
    new Map([
      [second.id, id],
      [rootOf(id), id],
    ]),
  )

  await takeIn(id, { by: ana, id: 'third@ana.example', subject: 'AW: Re: The printer' })
  desk.clock.advance(1000)
  await change(eve, id, { status: 'progress' })
  const fourth = await threadOf(ana)
  await aComment(eve, id, 'On our way.')
  const fifth = await threadOf(ana)
  expect(fifth.inReplyTo).toBe(fourth.id)
  await takeIn(id, { by: ana, id: 'sixth@ana.example', subject: 'A new matter' })
  await aComment(eve, id, 'Of course.')
  expect((await threadOf(ana)).references).toEqual([
    rootOf(id),
    'first@ana.example',
    second.id,
    'third@ana.example',
    fourth.id,
    fifth.id,
    'sixth@ana.example',
  ])
  expect(receivedBy(smtp, ana.email).map(({ mail }) => mail.subject)).toEqual([
    'Re: The printer',
    'Re: The printer',
    'Re: The printer',
    'Re: A new matter',
  ])
  expect(receivedBy(smtp, ana.email).at(-1)?.raw).toMatch(/^Thread-Topic: A new matter\r$/m)

  const other = await aTicket(ana, { subject: 'The lamp' })
  await aComment(eve, other.id, 'Which one?')
  expect((await newestTo(ana)).mail.subject).toBe(`[${other.ticketNumber}] The lamp`)
  expect((await threadOf(ana)).references).toEqual([rootOf(other.id)])
  expect(ticketNumber).not.toBe(other.ticketNumber)
})

test('an answer leaves from the mailbox that was written to, where the mail server may send for it', async () => {
  const account = { host: '127.0.0.1', port: 9, encryption: 'none', username: 'help', password: 'x' }
  const read = (address: string, senderName: string) =>
    root.post('/api/admin/mailboxes', { ...account, address, senderName })
  await read('help@signalbox.example', 'Help of Signalbox')
  await read('help@other.example', 'Elsewhere')
  const { id } = await aTicket(ana)
  const answered = async (mailbox?: string) => {
    await takeIn(id, { by: ana, id: randomUUID(), ...(mailbox !== undefined && { mailbox }) })
    desk.clock.advance(1000)
    await aComment(eve, id, 'Is it on?')
    const { mail } = await newestTo(ana)
    return [mail.from, mail.replyTo?.[0]?.address?.replace(/[+][^@]*/, '')]
  }
  const company = 'Signalbox, the “Desk”'
  expect(await answered()).toEqual([
    { name: `Eve Lund at ${company}`, address: 'desk@signalbox.example' },
    'support@desk.test',
  ])
  expect(await answered('help@signalbox.example')).toEqual([
    { name: 'Eve Lund at Help of Signalbox', address: 'help@signalbox.example' },
    'help@signalbox.example',
  ])
  expect(await answered('help@other.example')).toEqual([
    { name: 'Eve Lund at Elsewhere', address: 'desk@signalbox.example' },
    'help@other.example',
  ])
  expect(await answered('billing@desk.test')).toEqual([
    { name: `Eve Lund at ${company}`, address: 'desk@signalbox.example' },
    'billing@desk.test',
  ])
  await desk.database.pool.query('delete from mailboxes')
})

test('the References of a long conversation are its first mail and the latest ones', async () => {
  const { id } = await aTicket(ana)
  for (let count = 0; count < 40; count++) {
    await takeIn(id, { by: ana, id: `${count}@ana.example` })
    desk.clock.advance(1000)
  }
  await takeIn(id, { by: ana, id: 'odd id with <brackets>@ana.example' })
  await takeIn(id, { by: ana, id: `${'x'.repeat(900)}@ana.example` })
  await aComment(eve, id, 'Hello')
  const { references, inReplyTo } = await threadOf(ana)
  expect(references).toHaveLength(20)
  expect(references.slice(0, 2)).toEqual([rootOf(id), '0@ana.example'])
  expect([references.at(-1), inReplyTo]).toEqual(['39@ana.example', '39@ana.example'])
  for (const line of receivedBy(smtp, ana.email).at(-1)!.raw.split('\r\n'))
    expect(line.length).toBeLessThanOrEqual(998)
})

test('nobody is referred to mails of another company, of staff, or about internal comments', async () => {
  const [ben, cleo] = [await someone('client'), await someone('client')]
  const [meridian, tallow] = [await aClient(root), await aClient(root)]
  await assign(root, meridian.id, ana.id, 'contact')
  await assign(root, meridian.id, ben.id, 'employee')
  await assign(root, meridian.id, eve.id, 'lead')
  await assign(root, tallow.id, cleo.id, 'contact')
  const { id } = await aTicket(ana, { customerName: meridian.name })
  await change(root, id, { assignedToId: eve.id })
  await takeIn(id, { by: ben, id: 'ben@meridian.example', subject: 'Our printer' })
  await takeIn(id, { by: cleo, id: 'cleo@tallow.example', subject: 'Our secret' })
  await takeIn(id, { by: eve, id: 'eve@desk.example', subject: 'Ours alone' })
  desk.clock.advance(1000)
  await aComment(root, id, 'Between us', true)
  const internal = await threadOf(eve)
  await aComment(root, id, 'To all of you')
  const [toAna, toEve] = [await threadOf(ana), await threadOf(eve)]
  expect(toAna.references).toEqual([rootOf(id), 'ben@meridian.example'])
  expect((await newestTo(ana)).mail.subject).toBe('Re: Our printer')
  expect(toEve.references).toContain(internal.id)
  expect(toEve.references).not.toContain('cleo@tallow.example')
})

test('requester and participant get a mail each, which continues their own conversation and says who else does', async () => {
  const ben = await someone('client', { firstName: 'Ben', lastName: 'Berg' })
  const { id: clientId, name } = await aClient(root)
  await assign(root, clientId, ana.id, 'contact')
  await assign(root, clientId, ben.id, 'employee')
  const { id } = await aTicket(ana, { customerName: name })
  await takeIn(id, { by: ana, id: 'ana@meridian.example' })
  await aComment(eve, id, 'To Ana')
  const first = await threadOf(ana)
  await aParticipant(root, id, ben.id)
  const welcome = await threadOf(ben)
  await aComment(eve, id, 'To both')
  const [toAna, toBen] = [await threadOf(ana), await threadOf(ben)]
  expect(toAna.references).toEqual([rootOf(id), 'ana@meridian.example', first.id])
  expect(toBen.references).toEqual([rootOf(id), 'ana@meridian.example', welcome.id])
  expect(toAna.id).not.toBe(toBen.id)
  for (const [to, other] of [
    [ana, 'Ben Berg'],
    [ben, 'Ana Berg'],
  ] as const) {
    const { mail, raw } = await newestTo(to)
    expect(mail.text).toContain(`To both\n\nAlso on this ticket: ${other}.\n\n`)
    expect(mail.to?.map(({ address }) => address)).toEqual([ana.email])
    expect(mail.cc?.map(({ address }) => address)).toEqual([ben.email])
    expect(raw).not.toMatch(/^Bcc:/im)
    expect(mail.replyTo?.[0]?.address).toMatch(/^support\+.*@desk\.test$/)
  }
})

test('an answer goes to the address of its ticket, and the mail says so', async () => {
  const { id, ticketNumber } = await aTicket(ana)
  await aComment(eve, id, 'Done')
  const { mail } = await newestTo(ana)
  const [replyTo] = mail.replyTo ?? []
  const token = tokenInAddress(replyTo?.address ?? '') ?? ''
  expect(replyTo?.address).toBe(`support+${token}@desk.test`)
  expect(tokens.ticketOf(token)).toBe(id)
  expect(mail.text).toContain(
    `Eve Lund wrote a comment:\n\nDone\n\nJust reply to this email, or write to ${replyTo?.address}.\n\nStatus: `,
  )
  expect(mail.html).toContain(`Just reply to this email, or write to ${replyTo?.address}.</p>`)
  expect(mail.subject).toContain(ticketNumber)
  expect(mail.from).toEqual({ name: 'Eve Lund at Signalbox, the “Desk”', address: 'desk@signalbox.example' })

  await takeIn(id, { by: ana, id: 'billing@ana.example', mailbox: 'Billing+1abc@desk.test' })
  await change(eve, id, { status: 'progress' })
  const later = (await newestTo(ana)).mail
  expect(later.replyTo?.[0]?.address).toBe(`billing+${token}@desk.test`)
  expect(later.from?.name).toBe('Signalbox, the “Desk”')

  await takeIn(id, { by: ana, id: 'europe@ana.example', mailbox: 'support+eu@desk.test' })
  await change(eve, id, { status: 'testing' })
  expect((await newestTo(ana)).mail.replyTo?.[0]?.address).toBe(`support+eu+${token}@desk.test`)
})

test('a comment of a client reaches staff under the name of the client, who does not belong to the desk', async () => {
  const { id } = await aTicket(ana)
  await change(root, id, { assignedToId: eve.id })
  await aComment(ana, id, 'Any news?')
  expect((await newestTo(eve)).mail.from?.name).toBe('Ana Berg via Signalbox, the “Desk”')
})

test('an internal comment and a digest do not ask for an answer by mail', async () => {
  const { id } = await aTicket(ana)
  await change(root, id, { assignedToId: eve.id })
  await aComment(root, id, 'Between us', true)
  const { mail } = await newestTo(eve)
  expect(mail.text).toContain('Between us')
  expect(mail.replyTo).toEqual([expect.objectContaining({ address: 'help@signalbox.example' })])
  expect(mail.text).not.toContain('Just reply')

  await ana.put('/api/profile/email-preferences', { notificationType: 'ticket_updates', frequency: 'daily' })
  await aComment(eve, id, 'Once a day')
  await untilMailed(desk)
  desk.clock.advance(24 * 60 * 60 * 1000)
  desk.bus.wake()
  await expect
    .poll(async () => {
      await aComment(eve, id, 'Later')
      await untilMailed(desk)
      return receivedBy(smtp, ana.email).some((one) => one.mail.text?.includes('Once a day'))
    })
    .toBe(true)
  const digest = receivedBy(smtp, ana.email).find((one) => one.mail.text?.includes('Once a day'))!.mail
  expect(digest.replyTo?.[0]?.address).toBe('help@signalbox.example')
  const [digestId = ''] = idsIn(digest.messageId)
  expect((await findTicketsOfMessages(desk.database.db, [digestId])).size).toBe(0)
})

test('a template without the new variable says it below the message; one with it says it there, once', async () => {
  const settings = async (emailTemplate: Record<string, string>) =>
    expect((await root.put('/api/admin/email-settings', { emailTemplate })).status).toBe(200)
  const { id } = await aTicket(ana)
  await settings({ subject: '{{status}}', htmlTemplate: '<p>{{message}}</p>', textTemplate: '{{message}}!' })
  await aComment(eve, id, 'One')
  const former = (await newestTo(ana)).mail
  expect(former.subject).toBe('Open')
  expect(former.text).toMatch(/One\n\nJust reply to this email, or write to [^ ]*@desk\.test\.!\n$/)
  expect(former.html).toMatch(/One<\/span>.*<br><br>.*Just reply to this email, or write to/s)
  await settings({
    htmlTemplate: '<p>{{howToReply}}</p><p>{{message}}</p>',
    textTemplate: '{{howToReply}}|{{message}}',
  })
  await aComment(eve, id, 'Two')
  const { text = '', html = '' } = (await newestTo(ana)).mail
  expect(text).toMatch(/^Just reply to this email, or write to [^ ]*\.\|Eve Lund wrote a comment:\n\nTwo\n$/)
  expect(html.match(/Just reply/g)).toHaveLength(1)
  await desk.database.pool.query('delete from mail_templates')
})

test('nothing is ever sent to an address of the desk, which would answer itself', async () => {
  const loop = await someone('client', { email: 'support+loop@desk.test' })
  const { id } = await aTicket(loop)
  await aComment(eve, id, 'Hello, me')
  await untilMailed(desk)
  expect(receivedBy(smtp, loop.email)).toEqual([])
  const { body } = await root.get<DeliveryProblems>('/api/email-preferences/problems')
  expect(body.mails.find(({ user }) => user.id === loop.id)).toMatchObject({
    failure: 'This is an address of the desk itself, so no email is sent to it.',
    dueAt: null,
  })
  const tested = await root.post('/api/admin/test-email', { email: 'Billing@desk.test' })
  expect(tested.status).toBe(409)
})
