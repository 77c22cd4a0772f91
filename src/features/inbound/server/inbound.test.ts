import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { deskAddress, openPost, secondAddress } from '#test/incoming-mail.ts'
import { freePort } from '#test/processes/free-port.ts'
import type { InboundMail, InboundPage, InboundRule, TicketMails } from '../contract.ts'

let desk: TestApp
let root: Caller
let eve: Caller
let ana: Caller
let ben: Caller
let cleo: Caller
let meridian: { id: string; name: string }
let tallow: { id: string; name: string }
let post: ReturnType<typeof openPost>
const tokens = createReplyTokens('the secret of a test')

const from = {
  ana: 'Ana Silva <ana@meridian.test>',
  ben: 'Ben Okoro <ben@meridian.test>',
  cleo: 'Cleo Park <cleo@tallow.test>',
  eve: 'Eve Adams <eve@staff.test>',
  stranger: 'Sam Stranger <sam@nowhere.test>',
}

beforeAll(async () => {
  const port = await freePort()
  desk = await startApp({
    inbound: { host: '127.0.0.1', port, addresses: [deskAddress, secondAddress], tls: undefined },
  })
  root = await desk.signedIn('super_user')
  eve = await desk.signedIn('helpdesk', { email: 'eve@staff.test' })
  ana = await desk.signedIn('client', { email: 'ana@meridian.test' })
  ben = await desk.signedIn('client', { email: 'ben@meridian.test' })
  cleo = await desk.signedIn('client', { email: 'cleo@tallow.test' })
  meridian = await aClient(root, { name: 'Meridian' })
  tallow = await aClient(root, { name: 'Tallow' })
  await assign(root, meridian.id, ana.id, 'employee')
  await assign(root, meridian.id, ben.id, 'employee')
  await assign(root, tallow.id, cleo.id, 'employee')
  await root.put(`/api/clients/${meridian.id}/domains`, { domains: ['meridian.test'] })
  post = openPost(port, eve)
})
beforeEach(async () => {
  await desk.database.pool.query('delete from inbound_mails')
  await desk.database.pool.query('delete from inbound_rules')
})
afterAll(() => desk.close())

const ticketOf = async (by: Caller, { ticket }: Pick<InboundMail, 'ticket'>) =>
  (await by.get<TicketDetail>(`/api/tickets/${ticket?.id}`)).body
const detailOf = async (by: Caller, id: string) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const historyOf = async (by: Caller, id: string) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body
const addressOf = (ticketId: string) => replyAddress(deskAddress, tokens.tokenOf(ticketId))
/** A ticket of Ana, and the Message-ID of the mail that it came by. */
async function mailedTicket() {
  const mail = await post.deliver({ from: from.ana, subject: 'The lift is stuck' })
  return { id: mail.ticket?.id ?? '', messageId: mail.messageId ?? '' }
}

test('a mail by a known person becomes a ticket of their client, with its files', async () => {
  const mail = await post.deliver({
    from: from.ana,
    subject: 'The lift is stuck',
    text: 'Between two floors.',
    attachments: [
      { filename: 'log.txt', content: 'error 7' },
      { filename: 'invite.ics', content: 'BEGIN:VCALENDAR' },
      { filename: 'game.exe', content: 'MZ' },
    ],
  })
  expect(mail).toMatchObject({ state: 'done', outcome: 'ticket', reason: 'new', mailboxes: [deskAddress] })
  const ticket = await ticketOf(ana, mail)
  expect(ticket).toMatchObject({
    subject: 'The lift is stuck',
    description: 'Between two floors.',
    source: 'email',
    clientId: meridian.id,
    createdById: ana.id,
    turn: 'us',
  })
  expect(ticket.attachments.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([
    ['invite.ics', 'application/octet-stream'],
    ['log.txt', 'text/plain'],
  ])
  const { body } = await ana.get<TicketMails>(`/api/tickets/${ticket.id}/received-mails`)
  expect(body.mails).toMatchObject([{ commentId: null, leftOut: ['game.exe'] }])
  expect(body.mails[0]).not.toHaveProperty('inboundId')
})

test('the source is kept byte for byte, for the desk', async () => {
  const raw = `From: ${from.ana}\r\nTo: ${deskAddress}\r\nSubject: Raw\r\nMessage-ID: <raw@meridian.test>\r\n\r\nÄ \x00 \r\n.dot\r\n`
  const { id } = await post.deliver({ from: from.ana, raw })
  const { status, body, headers } = await eve.get<string>(`/api/inbound/${id}/source`)
  expect([status, headers['content-type']]).toEqual([200, 'message/rfc822'])
  expect(body.replaceAll('\r\n', '\n')).toBe(raw.replaceAll('\r\n', '\n'))
  expect((await ana.get(`/api/inbound/${id}/source`)).status).toBe(403)
})

test('a mail that comes twice, also by another mailbox, changes nothing', async () => {
  const letter = {
    from: from.ana,
    subject: 'Once',
    messageId: 'once@meridian.test',
    headers: { date: 'Fri, 27 Nov 2026 10:00:00 +0000' },
  }
  const first = await post.deliver(letter)
  await post.send({ text: 'Words.', ...letter })
  await post.send({ text: 'Words.', ...letter, recipients: [secondAddress] })
  expect(await post.settled()).toMatchObject([
    { id: first.id, ticket: { id: first.ticket?.id }, mailboxes: [deskAddress, secondAddress] },
  ])
})

test('addresses that are not of the desk are refused; those with a token are not', async () => {
  await expect(post.send({ recipients: ['other@desk.test'] })).rejects.toThrow('550')
  await post.send({ subject: 'Plus', text: 'x', recipients: ['support+anything@desk.test'] })
  expect(await post.settled()).toMatchObject([{ mailboxes: [deskAddress], outcome: 'ticket' }])
})

test('a reply finds its ticket by the address, by In-Reply-To, by References and by the quoted address', async () => {
  const { id, messageId } = await mailedTicket()
  const ways = [
    [{ recipients: [addressOf(id)] }, 'token'],
    [{ inReplyTo: messageId }, 'in-reply-to'],
    [
      {
        inReplyTo: 'foreign@elsewhere.test',
        references: ['x@elsewhere.test', messageId, 'y@elsewhere.test'],
      },
      'references',
    ],
    [{ text: `Yes.\n\n> Answer to ${addressOf(id)}` }, 'quoted-token'],
  ] as const
  for (const [letter, reason] of ways) {
    const mail = await post.deliver({
      from: from.ana,
      subject: 'Re: The lift is stuck',
      ...letter,
    })
    expect(mail).toMatchObject({ state: 'done', outcome: 'comment', reason, ticket: { id } })
  }
  const { comments } = await detailOf(eve, id)
  expect(comments.map(({ user }) => user.id)).toEqual([ana.id, ana.id, ana.id, ana.id])
})

test('a number in the subject counts only for a person who may see the ticket', async () => {
  const ticket = await aTicket(ana, { customerName: 'Meridian' })
  const subject = `Re: [${ticket.ticketNumber}] Printer on fire`
  const own = await post.deliver({ from: from.ana, subject })
  expect(own).toMatchObject({ outcome: 'comment', reason: 'number', ticket: { id: ticket.id } })
  const foreign = await post.deliver({ from: from.cleo, subject })
  expect(foreign).toMatchObject({
    outcome: 'ticket',
    reason: 'new',
    suggestion: { ticket: { id: ticket.id } },
  })
  expect(foreign.ticket?.id).not.toBe(ticket.id)
  const unknown = await post.deliver({ from: from.stranger, subject })
  expect(unknown).toMatchObject({ state: 'tray', reason: 'unknown-sender', ticket: null })
})

test('a stranger’s reply waits with its suggestion, and nobody is told', async () => {
  const { id } = await mailedTicket()
  const before = await historyOf(eve, id)
  const mail = await post.deliver({ from: from.stranger, recipients: [addressOf(id)] })
  expect(mail).toMatchObject({ state: 'tray', reason: 'unknown-sender', suggestion: { ticket: { id } } })
  expect(await historyOf(eve, id)).toEqual(before)
  const { rows } = await desk.database.pool.query(
    "select count(*)::int as mails from deliveries where payload::text like '%sam@nowhere.test%'",
  )
  expect(rows).toEqual([{ mails: 0 }])
})

test('another client’s token and References open nothing', async () => {
  const { id, messageId } = await mailedTicket()
  for (const letter of [
    { recipients: [addressOf(id)] },
    { inReplyTo: messageId },
    { references: [messageId] },
  ])
    expect(await post.deliver({ from: from.cleo, ...letter })).toMatchObject({
      state: 'tray',
      reason: 'not-of-ticket',
      suggestion: { ticket: { id }, person: { id: cleo.id } },
    })
  expect((await detailOf(eve, id)).comments).toEqual([])
})

test('a colleague who has the thread may answer', async () => {
  const { id, messageId } = await mailedTicket()
  expect((await ben.get(`/api/tickets/${id}`)).status).toBe(404)
  expect(await post.deliver({ from: from.ben, inReplyTo: messageId })).toMatchObject({
    outcome: 'comment',
    ticket: { id },
  })
  expect((await detailOf(eve, id)).comments).toMatchObject([{ user: { id: ben.id }, isInternal: false }])
})

test('the id of a mail about an internal comment opens nothing to a client, and an agent answers it internally', async () => {
  const { id } = await mailedTicket()
  const commentId = await aComment(eve, id, 'Between us.', true)
  await desk.database.pool.query(
    "insert into ticket_mails (message_id, ticket_id, comment_id, direction) values ('inner@desk.test', $1, $2, 'out')",
    [id, commentId],
  )
  expect(await post.deliver({ from: from.ana, inReplyTo: 'inner@desk.test' })).toMatchObject({
    outcome: 'ticket',
    reason: 'new',
  })
  expect(await post.deliver({ from: from.eve, inReplyTo: 'inner@desk.test' })).toMatchObject({
    outcome: 'comment',
    ticket: { id },
  })
  expect((await detailOf(eve, id)).comments).toMatchObject([
    { isInternal: true },
    { isInternal: true, user: { id: eve.id } },
  ])
})

test('a new address of a claimed domain becomes a person without password, once', async () => {
  const letter = { from: 'Noor van Dijk <noor@meridian.test>' }
  const mail = await post.deliver(letter)
  expect(mail).toMatchObject({ outcome: 'ticket', reason: 'new' })
  const ticket = await ticketOf(eve, mail)
  expect(ticket).toMatchObject({
    clientId: meridian.id,
    createdBy: { firstName: 'Noor', lastName: 'van Dijk' },
  })
  const again = await post.deliver({ ...letter, subject: 'Another' })
  expect((await ticketOf(eve, again)).createdBy.id).toBe(ticket.createdBy.id)
  const { body } = await root.get<object[]>('/api/users?search=noor@meridian.test')
  expect(body).toMatchObject([{ role: 'client', isEmailConfirmed: false, companyName: 'Meridian' }])
})

test('somebody who registered with an address and never proved it is not believed', async () => {
  await desk.person('client', { email: 'mallory@meridian.test', isEmailConfirmed: false })
  expect(await post.deliver({ from: 'M <mallory@meridian.test>' })).toMatchObject({
    state: 'tray',
    reason: 'unproved-sender',
  })
})

test('a person of two clients, and one of none, wait for the desk', async () => {
  const dora = await desk.person('client', { email: 'dora@both.test' })
  expect(await post.deliver({ from: 'Dora <dora@both.test>' })).toMatchObject({ reason: 'no-client' })
  await assign(root, meridian.id, dora.id, 'employee')
  await assign(root, tallow.id, dora.id, 'employee')
  expect(await post.deliver({ from: 'Dora <dora@both.test>' })).toMatchObject({
    reason: 'several-clients',
    suggestion: { person: { id: dora.id } },
  })
})

test('the desk’s own address is nobody’s, unless a group or a configured form wrote for a person', async () => {
  const own = `Ana via Support <${deskAddress}>`
  expect(await post.deliver({ from: own })).toMatchObject({ state: 'tray', reason: 'own-address' })
  expect(await post.deliver({ from: own, headers: { 'Reply-To': from.ana } })).toMatchObject({
    reason: 'own-address',
  })
  const group = { 'Reply-To': from.ana, 'X-Original-From': from.ana }
  expect(await post.deliver({ from: own, headers: group })).toMatchObject({ outcome: 'ticket' })
  const forged = { 'Reply-To': from.stranger, 'X-Original-From': from.ana }
  expect(await post.deliver({ from: own, headers: forged })).toMatchObject({ reason: 'own-address' })
  const settings = { formSenders: [deskAddress], authenticationServer: null, products: [] }
  expect((await root.put('/api/admin/inbound-settings', settings)).status).toBe(200)
  const form = await post.deliver({ from: deskAddress, headers: { 'Reply-To': from.cleo } })
  expect((await ticketOf(eve, form)).createdById).toBe(cleo.id)
  await root.put('/api/admin/inbound-settings', { ...settings, formSenders: [] })
})

test('a Reply-To that differs is shown and not believed', async () => {
  const mail = await post.deliver({ from: from.stranger, headers: { 'Reply-To': from.ana } })
  expect(mail).toMatchObject({
    state: 'tray',
    reason: 'unknown-sender',
    from: { address: 'sam@nowhere.test' },
    replyTo: [{ address: 'ana@meridian.test' }],
  })
})

test('a forged address goes to the tray when the configured relay says so', async () => {
  const settings = { formSenders: [], authenticationServer: 'mx.desk.test', products: [] }
  await root.put('/api/admin/inbound-settings', settings)
  const says = (server: string, result: string) => ({
    'Authentication-Results': `${server}; spf=pass; dmarc=${result} header.from=meridian.test`,
  })
  const deliver = (headers: Record<string, string>) => post.deliver({ from: from.ana, headers })
  expect(await deliver(says('mx.desk.test', 'fail'))).toMatchObject({ state: 'tray', reason: 'dmarc-failed' })
  expect(await deliver(says('mx.desk.test', 'pass'))).toMatchObject({ outcome: 'ticket' })
  expect(await deliver(says('mx.other.test', 'fail'))).toMatchObject({ outcome: 'ticket' })
  await root.put('/api/admin/inbound-settings', { ...settings, authenticationServer: null })
})

test('an automatic answer is one line for staff: no comment, no reopening, no turn', async () => {
  const { id, messageId } = await mailedTicket()
  await aComment(eve, id, 'Try again, please.')
  await change(eve, id, { status: 'resolved' })
  const before = await detailOf(eve, id)
  const mail = await post.deliver({
    from: from.ana,
    subject: 'Out of office',
    inReplyTo: messageId,
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
  expect(mail).toMatchObject({ state: 'done', outcome: 'event', reason: 'automatic', ticket: { id } })
  const { status, turn, version, comments } = await detailOf(eve, id)
  expect({ status, turn, version }).toEqual({ status: 'resolved', turn: null, version: before.version })
  expect(comments).toHaveLength(1)
  expect((await historyOf(eve, id)).at(-1)).toMatchObject({
    what: 'mail',
    mail: { id: mail.id, kind: 'out-of-office', from: 'ana@meridian.test', count: 1 },
  })
  expect((await historyOf(ana, id)).map(({ what }) => what)).not.toContain('mail')
  const unasked = await post.deliver({ from: from.stranger, headers: { 'Auto-Submitted': 'auto-replied' } })
  expect(unasked).toMatchObject({ state: 'done', outcome: 'nothing', reason: 'automatic' })
})

test('an answering machine with ever new addresses is held back after its first mail', async () => {
  const { id } = await mailedTicket()
  for (let machine = 0; machine < 10; machine += 1)
    await post.send({
      from: `crm${machine}@machine.test`,
      recipients: [addressOf(id)],
      subject: 'We got it',
      text: 'Thanks',
    })
  const mails = (await post.settled()).filter(({ from: by }) => by?.address.endsWith('@machine.test'))
  expect(mails.filter(({ state }) => state === 'tray')).toHaveLength(1)
  expect(mails.filter(({ outcome, reason }) => outcome === 'event' && reason === 'held')).toHaveLength(9)
  const lines = (await historyOf(eve, id)).filter(({ what }) => what === 'mail')
  expect(lines).toMatchObject([{ mail: { kind: 'held', count: 9 } }])
})

test('a reply opens a resolved ticket, thanks do not, and one to a ticket closed for long continues it', async () => {
  const { id, messageId } = await mailedTicket()
  await change(eve, id, { status: 'resolved' })
  const thanks = await post.deliver({ from: from.ana, inReplyTo: messageId, text: 'Danke!' })
  expect(thanks.outcome).toBe('comment')
  expect((await detailOf(eve, id)).status).toBe('resolved')
  expect((await eve.get<TicketMails>(`/api/tickets/${id}/received-mails`)).body.mails[0]).toMatchObject({
    isThanks: true,
  })
  await post.deliver({ from: from.ana, inReplyTo: messageId, text: 'It is stuck again.' })
  expect(await detailOf(eve, id)).toMatchObject({ status: 'open', turn: 'us' })
  await change(eve, id, { status: 'closed' })
  await desk.database.pool.query("update tickets set closed_at = now() - interval '40 days' where id = $1", [
    id,
  ])
  const later = await post.deliver({ from: from.ana, inReplyTo: messageId, text: 'And again.' })
  expect(later).toMatchObject({ outcome: 'ticket', reason: 'follow-up' })
  expect(await ticketOf(eve, later)).toMatchObject({ source: 'email', continues: { id } })
  expect((await detailOf(eve, id)).status).toBe('closed')
})

test('a new subject is marked', async () => {
  const { id, messageId } = await mailedTicket()
  await post.deliver({ from: from.ana, inReplyTo: messageId, subject: 'AW: Re: The lift is stuck' })
  await post.deliver({ from: from.ana, inReplyTo: messageId, subject: 'Coffee machine' })
  const { body } = await eve.get<TicketMails>(`/api/tickets/${id}/received-mails`)
  expect(body.mails.map(({ newSubject }) => newSubject)).toEqual(['Coffee machine', null, null])
})

test('a mail that staff forward is theirs, with its inner sender proposed', async () => {
  const mail = await post.deliver({
    from: from.eve,
    subject: 'Fwd: Help',
    text: '---------- Forwarded message ---------\nFrom: Ana Silva <ana@meridian.test>\nDate: Fri, 27 Nov 2026 at 10:00\nSubject: Help\nTo: <eve@staff.test>\n\nHelp me.',
  })
  expect(mail).toMatchObject({
    outcome: 'ticket',
    reason: 'forwarded',
    suggestion: { person: { id: ana.id }, sender: { address: 'ana@meridian.test' } },
  })
  expect(await ticketOf(eve, mail)).toMatchObject({ createdById: eve.id, clientId: meridian.id })
  expect(await post.deliver({ from: from.eve, subject: 'A note' })).toMatchObject({
    reason: 'written-by-staff',
  })
})

test('one bad mail is tried three times and lies in the tray, and the others are on time', async () => {
  const boundary = '\r\n--x\r\nContent-Type: text/plain\r\n\r\nx'
  const raw = `From: ${from.ana}\r\nContent-Type: multipart/mixed; boundary=x\r\n${boundary.repeat(1200)}\r\n--x--\r\n`
  await post.send({ raw })
  await post.send({ subject: 'Good', text: 'x' })
  await post.send({ subject: 'Better', text: 'x' })
  await expect
    .poll(async () => (await post.list()).mails.filter(({ outcome }) => outcome === 'ticket').length)
    .toBe(2)
  const mails = await post.settled()
  expect(mails.find(({ outcome }) => outcome === null)).toMatchObject({
    state: 'tray',
    reason: 'unreadable',
    attempts: 3,
  })
})

test('the desk attaches, files, makes a person, blocks and drops', async () => {
  const { id } = await mailedTicket()
  const waiting = async (subject: string) =>
    post.deliver({ from: from.stranger, subject, text: `About ${subject}.` })
  const act = async (mail: { id: string }, call: string, body: object = {}) =>
    (await eve.post<InboundMail>(`/api/inbound/${mail.id}/${call}`, body)).body

  expect(await act(await waiting('one'), 'attach', { ticketId: id })).toMatchObject({
    outcome: 'comment',
    handledBy: { id: eve.id },
  })
  expect(await act(await waiting('two'), 'attach', { ticketId: id, personId: ana.id })).toMatchObject({
    outcome: 'comment',
  })
  expect((await detailOf(eve, id)).comments).toMatchObject([
    {
      isInternal: true,
      user: { id: eve.id },
      content: 'Mail from Sam Stranger <sam@nowhere.test>\n\nAbout one.',
    },
    { isInternal: false, user: { id: ana.id }, content: 'About two.' },
  ])
  const filed = await act(await waiting('three'), 'ticket', { clientId: tallow.id })
  expect(await ticketOf(eve, filed)).toMatchObject({
    subject: 'three',
    clientId: tallow.id,
    createdById: eve.id,
    source: 'email',
  })
  const remembered = await act(await waiting('four'), 'ticket', { personId: cleo.id, remember: true })
  expect((await ticketOf(eve, remembered)).createdById).toBe(cleo.id)
  expect((await ticketOf(eve, await waiting('five'))).createdById).toBe(cleo.id)
  const { body: rules } = await eve.get<InboundRule[]>('/api/inbound/rules')
  expect(rules).toMatchObject([{ kind: 'person', address: 'sam@nowhere.test', person: { id: cleo.id } }])
  await eve.delete(`/api/inbound/rules/${rules[0]?.id}`)

  const dropped = await waiting('six')
  expect(await act(dropped, 'drop')).toMatchObject({ state: 'dropped', outcome: 'nothing' })
  expect((await eve.post(`/api/inbound/${dropped.id}/drop`)).status).toBe(409)
  const [seven, eight] = [await waiting('seven'), await waiting('eight')]
  expect(await act(seven, 'block')).toMatchObject({ state: 'dropped', reason: 'blocked' })
  expect((await eve.get(`/api/inbound/${eight.id}`)).body).toMatchObject({ state: 'dropped' })
  expect(await waiting('nine')).toMatchObject({ state: 'dropped', reason: 'blocked' })
  await desk.database.pool.query('delete from inbound_rules')

  const person = { clientId: tallow.id, firstName: 'Sam', lastName: 'Stranger' }
  const made = await act(await waiting('ten'), 'person', person)
  expect(made).toMatchObject({ outcome: 'ticket', reason: 'new' })
  expect(await ticketOf(eve, made)).toMatchObject({ clientId: tallow.id, createdBy: { firstName: 'Sam' } })
  expect(await waiting('eleven')).toMatchObject({ outcome: 'ticket' })
})

test('the list is filtered by state and counts the tray', async () => {
  await post.deliver({ from: 'x <x@nowhere.test>' })
  await post.deliver({ from: from.ana })
  const { body } = await eve.get<InboundPage>('/api/inbound?state=tray')
  expect(body).toMatchObject({ total: 1, waiting: 1, mails: [{ state: 'tray' }] })
  expect((await eve.get('/api/inbound?state=nowhere')).status).toBe(400)
})

test('free mailboxes and domains of other clients cannot be claimed', async () => {
  const set = (clientId: string, ...domains: string[]) =>
    root.put(`/api/clients/${clientId}/domains`, { domains })
  expect((await set(tallow.id, 'gmail.com')).status).toBe(400)
  expect((await set(tallow.id, 'no domain')).status).toBe(400)
  expect((await set(tallow.id, 'meridian.test')).status).toBe(409)
  expect((await set(tallow.id, '@Tallow.test', 'bücher.test')).body).toEqual({
    domains: ['tallow.test', 'xn--bcher-kva.test'],
  })
})
