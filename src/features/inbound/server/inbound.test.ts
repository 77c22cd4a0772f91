import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Participant } from '#features/participants/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp } from '#test/harness.ts'
import { deskAddress, openPost, secondAddress } from '#test/incoming-mail.ts'
import { freePort } from '#test/processes/free-port.ts'
import { answerAddress, detailOf, historyOf, mailDeskOfFile, ticketOf, writers } from '#test/mail-desk.ts'
import type { TicketMails } from '../contract.ts'

const scene = mailDeskOfFile()

test('a mail by a known person becomes a ticket of their client, with its files', async () => {
  const mail = await scene.post.deliver({
    from: writers.ana,
    subject: 'The lift is stuck',
    text: 'Between two floors.',
    attachments: [
      { filename: 'log.txt', content: 'error 7' },
      { filename: 'invite.ics', content: 'BEGIN:VCALENDAR' },
      { filename: 'game.exe', content: 'MZ' },
    ],
  })
  expect(mail).toMatchObject({ state: 'done', outcome: 'ticket', reason: 'new', mailboxes: [deskAddress] })
  const ticket = await ticketOf(scene.ana, mail)
  expect(ticket).toMatchObject({
    subject: 'The lift is stuck',
    description: 'Between two floors.',
    source: 'email',
    clientId: scene.meridian.id,
    createdById: scene.ana.id,
    turn: 'us',
  })
  expect(ticket.attachments.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([
    ['invite.ics', 'application/octet-stream'],
    ['log.txt', 'text/plain'],
  ])
  const { body } = await scene.ana.get<TicketMails>(`/api/tickets/${ticket.id}/received-mails`)
  expect(body.mails).toMatchObject([{ commentId: null, leftOut: ['game.exe'] }])
  expect(body.mails[0]).not.toHaveProperty('inboundId')
})

test('the source is kept byte for byte, for the desk', async () => {
  const raw = `From: ${writers.ana}\r\nTo: ${deskAddress}\r\nSubject: Raw\r\nMessage-ID: <raw@meridian.test>\r\n\r\nÄ \x00 \r\n.dot\r\n`
  const { id } = await scene.post.deliver({ from: writers.ana, raw })
  const { status, body, headers } = await scene.eve.get<string>(`/api/inbound/${id}/source`)
  expect([status, headers['content-type']]).toEqual([200, 'message/rfc822'])
  expect(body.replaceAll('\r\n', '\n')).toBe(raw.replaceAll('\r\n', '\n'))
  expect((await scene.ana.get(`/api/inbound/${id}/source`)).status).toBe(403)
})

test('a mail whose Message-ID holds control characters is taken, as one without', async () => {
  const raw = `From: ${writers.ana}\r\nTo: ${deskAddress}\r\nMessage-ID: <a\0b@meridian.test>\r\n\r\nWords.\r\n`
  expect(await scene.post.deliver({ raw })).toMatchObject({ outcome: 'ticket', messageId: null })
})

test('a mail that comes twice, also by another mailbox, changes nothing', async () => {
  const letter = {
    from: writers.ana,
    subject: 'Once',
    messageId: 'once@meridian.test',
    headers: { date: 'Fri, 27 Nov 2026 10:00:00 +0000' },
  }
  const first = await scene.post.deliver(letter)
  await scene.post.send({ text: 'Words.', ...letter })
  await scene.post.send({ text: 'Words.', ...letter, recipients: [secondAddress] })
  expect(await scene.post.settled()).toMatchObject([
    { id: first.id, ticket: { id: first.ticket?.id }, mailboxes: [deskAddress, secondAddress] },
  ])
})

test('a copy by a list is no second result, whichever comes first', async () => {
  const date = 'Fri, 27 Nov 2026 10:00:00 +0000'
  const list = { 'List-Id': '<team.meridian.test>', date }
  const letter = { from: writers.ana, subject: 'Once', messageId: 'copy-1@meridian.test' }
  const direct = await scene.post.deliver({ ...letter, headers: { date } })
  const copy = { ...letter, subject: '[team] Once', text: 'Words.\n_______\nA list', headers: { date } }
  await scene.post.send(copy)
  expect(await scene.post.settled()).toMatchObject([
    { state: 'done', outcome: 'nothing', reason: 'copy', ticket: { id: direct.ticket?.id } },
    { id: direct.id, outcome: 'ticket' },
  ])
  await scene.forgetMails()
  const other = { ...letter, messageId: 'copy-2@meridian.test' }
  await scene.post.deliver({ ...other, text: 'Words.\n-- \nA list', headers: list })
  expect(await scene.post.settled()).toMatchObject([{ state: 'tray', reason: 'automatic' }])
  await scene.post.send({ ...other, text: 'Words.', headers: { date } })
  expect((await scene.post.settled()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['ticket', 'new'],
    ['nothing', 'copy'],
  ])
})

test('mails of a program that gives all of them one id are mails of their own', async () => {
  const letter = { from: writers.ana, messageId: 'always@meridian.test' }
  for (const minute of ['00', '01'])
    await scene.post.send({
      ...letter,
      text: `At ${minute}`,
      headers: { date: `Fri, 27 Nov 2026 10:${minute}:00 +0000` },
    })
  expect((await scene.post.settled()).map(({ outcome }) => outcome)).toEqual(['ticket', 'ticket'])
})

test('addresses that are not of the desk are refused; those with a token are not', async () => {
  await expect(scene.post.send({ recipients: ['other@desk.test'] })).rejects.toThrow('550')
  await scene.post.send({ subject: 'Plus', text: 'x', recipients: ['support+anything@desk.test'] })
  expect(await scene.post.settled()).toMatchObject([{ mailboxes: [deskAddress], outcome: 'ticket' }])
})

test('a mail server hands mails over by LMTP, with an answer for each recipient', async () => {
  const port = await freePort()
  const other = await startApp({
    inbound: {
      host: '127.0.0.1',
      port,
      addresses: [deskAddress, secondAddress],
      protocol: 'lmtp',
      tls: undefined,
      isFirstHop: false,
    },
  })
  const recipients = [deskAddress, 'nobody@desk.test', secondAddress]
  const lines = [
    'LHLO relay.desk.test',
    'MAIL FROM:<sam@nowhere.test>',
    ...recipients.map((address) => `RCPT TO:<${address}>`),
    'DATA',
  ]
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let told = ''
  socket.on('data', (text) => (told += text))
  const codes = () => told.match(/^\d{3}(?= )/gm) ?? []
  for (const [place, line] of lines.entries()) {
    await expect.poll(codes).toHaveLength(place + 1)
    socket.write(`${line}\r\n`)
  }
  await expect.poll(codes).toHaveLength(lines.length + 1)
  socket.write('From: sam@nowhere.test\r\nSubject: By LMTP\r\n\r\nWords.\r\n.\r\n')
  await expect.poll(codes).toEqual(['220', '250', '250', '250', '550', '250', '354', '250', '250'])
  const { mails } = await openPost(port, await other.signedIn('helpdesk')).list()
  expect(mails.map(({ mailboxes }) => mailboxes)).toEqual([[deskAddress, secondAddress]])
  socket.destroy()
  await other.close()
})

test('a reply finds its ticket by the address, by In-Reply-To, by References and by the quoted address', async () => {
  const { id, messageId } = await scene.mailedTicket()
  const ways = [
    [{ recipients: [answerAddress(id)] }, 'token'],
    [{ inReplyTo: messageId }, 'in-reply-to'],
    [
      {
        inReplyTo: 'foreign@elsewhere.test',
        references: ['x@elsewhere.test', messageId, 'y@elsewhere.test'],
      },
      'references',
    ],
    [{ text: `Yes.\n\n> Answer to ${answerAddress(id)}` }, 'quoted-token'],
  ] as const
  for (const [letter, reason] of ways) {
    const mail = await scene.post.deliver({
      from: writers.ana,
      subject: 'Re: The lift is stuck',
      ...letter,
    })
    expect(mail).toMatchObject({ state: 'done', outcome: 'comment', reason, ticket: { id } })
  }
  const { comments } = await detailOf(scene.eve, id)
  expect(comments.map(({ user }) => user.id)).toEqual([
    scene.ana.id,
    scene.ana.id,
    scene.ana.id,
    scene.ana.id,
  ])
})

test('a number in the subject counts only for a person who may see the ticket', async () => {
  const ticket = await aTicket(scene.ana, { customerName: 'Meridian' })
  const subject = `Re: [${ticket.ticketNumber}] Printer on fire`
  const own = await scene.post.deliver({ from: writers.ana, subject })
  expect(own).toMatchObject({ outcome: 'comment', reason: 'number', ticket: { id: ticket.id } })
  const foreign = await scene.post.deliver({ from: writers.cleo, subject })
  expect(foreign).toMatchObject({
    outcome: 'ticket',
    reason: 'new',
    suggestion: { ticket: { id: ticket.id } },
  })
  expect(foreign.ticket?.id).not.toBe(ticket.id)
  const unknown = await scene.post.deliver({ from: writers.stranger, subject })
  expect(unknown).toMatchObject({ state: 'tray', reason: 'unknown-sender', ticket: null })
})

test('a stranger’s reply waits with its suggestion, and nobody is told', async () => {
  const { id } = await scene.mailedTicket()
  const before = await historyOf(scene.eve, id)
  const mail = await scene.post.deliver({ from: writers.stranger, recipients: [answerAddress(id)] })
  expect(mail).toMatchObject({ state: 'tray', reason: 'unknown-sender', suggestion: { ticket: { id } } })
  expect(await historyOf(scene.eve, id)).toEqual(before)
  const { rows } = await scene.desk.database.pool.query(
    "select count(*)::int as mails from deliveries where payload::text like '%sam@nowhere.test%'",
  )
  expect(rows).toEqual([{ mails: 0 }])
})

test('another client’s token and References open nothing', async () => {
  const { id, messageId } = await scene.mailedTicket()
  for (const letter of [
    { recipients: [answerAddress(id)] },
    { inReplyTo: messageId },
    { references: [messageId] },
  ])
    expect(await scene.post.deliver({ from: writers.cleo, ...letter })).toMatchObject({
      state: 'tray',
      reason: 'not-of-ticket',
      suggestion: { ticket: { id }, person: { id: scene.cleo.id } },
    })
  expect((await detailOf(scene.eve, id)).comments).toEqual([])
})

test('a colleague who has the thread may answer', async () => {
  const { id, messageId } = await scene.mailedTicket()
  expect((await scene.ben.get(`/api/tickets/${id}`)).status).toBe(404)
  expect(await scene.post.deliver({ from: writers.ben, inReplyTo: messageId })).toMatchObject({
    outcome: 'comment',
    ticket: { id },
  })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([
    { user: { id: scene.ben.id }, isInternal: false },
  ])
})

test('the id of a mail about an internal comment opens nothing to a client, and an agent answers it internally', async () => {
  const { id } = await scene.mailedTicket()
  const commentId = await aComment(scene.eve, id, 'Between us.', true)
  await scene.desk.database.pool.query(
    "insert into ticket_mails (message_id, ticket_id, comment_id, direction, is_internal, user_id) values ('inner@desk.test', $1, $2, 'out', true, $3)",
    [id, commentId, scene.eve.id],
  )
  expect(await scene.post.deliver({ from: writers.ana, inReplyTo: 'inner@desk.test' })).toMatchObject({
    outcome: 'ticket',
    reason: 'new',
  })
  expect(await scene.post.deliver({ from: writers.eve, inReplyTo: 'inner@desk.test' })).toMatchObject({
    outcome: 'comment',
    ticket: { id },
  })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([
    { isInternal: true },
    { isInternal: true, user: { id: scene.eve.id } },
  ])
})

test('a new address of a claimed domain becomes a person without password, once', async () => {
  const letter = { from: 'Noor van Dijk <noor@meridian.test>' }
  const mail = await scene.post.deliver(letter)
  expect(mail).toMatchObject({ outcome: 'ticket', reason: 'new' })
  const ticket = await ticketOf(scene.eve, mail)
  expect(ticket).toMatchObject({
    clientId: scene.meridian.id,
    createdBy: { firstName: 'Noor', lastName: 'van Dijk' },
  })
  const again = await scene.post.deliver({ ...letter, subject: 'Another' })
  expect((await ticketOf(scene.eve, again)).createdBy.id).toBe(ticket.createdBy.id)
  const { body } = await scene.root.get<object[]>('/api/users?search=noor@meridian.test')
  expect(body).toMatchObject([{ role: 'client', isEmailConfirmed: false, companyName: 'Meridian' }])
})

test('somebody who registered with an address and never proved it is not believed', async () => {
  await scene.desk.person('client', { email: 'mallory@meridian.test', isEmailConfirmed: false })
  expect(await scene.post.deliver({ from: 'M <mallory@meridian.test>' })).toMatchObject({
    state: 'tray',
    reason: 'unproved-sender',
  })
})

test('a Reply-To that differs is shown and not believed', async () => {
  const mail = await scene.post.deliver({ from: writers.stranger, headers: { 'Reply-To': writers.ana } })
  expect(mail).toMatchObject({
    state: 'tray',
    reason: 'unknown-sender',
    from: { address: 'sam@nowhere.test' },
    replyTo: [{ address: 'ana@meridian.test' }],
  })
})

test('a reply opens a resolved ticket, thanks do not, and one to a ticket closed for long continues it', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await change(scene.eve, id, { status: 'resolved' })
  const thanks = await scene.post.deliver({ from: writers.ana, inReplyTo: messageId, text: 'Danke!' })
  expect(thanks.outcome).toBe('comment')
  expect((await detailOf(scene.eve, id)).status).toBe('resolved')
  expect((await scene.eve.get<TicketMails>(`/api/tickets/${id}/received-mails`)).body.mails[0]).toMatchObject(
    {
      isThanks: true,
    },
  )
  await scene.post.deliver({ from: writers.ana, inReplyTo: messageId, text: 'It is stuck again.' })
  expect(await detailOf(scene.eve, id)).toMatchObject({ status: 'open', turn: 'us' })
  await change(scene.eve, id, { status: 'closed' })
  await scene.desk.database.pool.query(
    "update tickets set closed_at = now() - interval '40 days' where id = $1",
    [id],
  )
  const later = await scene.post.deliver({ from: writers.ana, inReplyTo: messageId, text: 'And again.' })
  expect(later).toMatchObject({ outcome: 'ticket', reason: 'follow-up' })
  expect(await ticketOf(scene.eve, later)).toMatchObject({ source: 'email', continues: { id } })
  expect((await detailOf(scene.eve, id)).status).toBe('closed')
})

test('a new subject is marked', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await scene.post.deliver({ from: writers.ana, inReplyTo: messageId, subject: 'AW: Re: The lift is stuck' })
  await scene.post.deliver({ from: writers.ana, inReplyTo: messageId, subject: 'Coffee machine' })
  const { body } = await scene.eve.get<TicketMails>(`/api/tickets/${id}/received-mails`)
  expect(body.mails.map(({ newSubject }) => newSubject)).toEqual(['Coffee machine', null, null])
})

test('copies are noted to be confirmed: never ours, never staff, and without an account', async () => {
  const mail = await scene.post.deliver({
    from: writers.ana,
    to: `${deskAddress}, ${writers.ben}`,
    headers: { Cc: `Una <una@elsewhere.test>, ${writers.eve}, ${secondAddress}` },
    recipients: [deskAddress],
  })
  const { body } = await scene.eve.get<Participant[]>(`/api/tickets/${mail.ticket?.id}/participants`)
  expect(body.every(({ person }) => person === null)).toBe(true)
  expect(new Set(body.map(({ address }) => address))).toEqual(
    new Set(['ben@meridian.test', 'una@elsewhere.test']),
  )
  expect((await scene.root.get<object[]>('/api/users?search=una@elsewhere.test')).body).toEqual([])
})

test('pictures stand where they stood, and a text that is too long is a file, too', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const raw = [
    `From: ${writers.ana}`,
    'Subject: Picture',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Look here:</p><img src="cid:p1" alt="lift"><p>and there.</p>',
    '--b',
    'Content-Type: image/png; name=lift.png',
    'Content-ID: <p1>',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline; filename=lift.png',
    '',
    png,
    '--b--',
    '',
  ].join('\r\n')
  await scene.post.send({ from: writers.ana, raw })
  const [mail] = await scene.post.settled()
  const { description, attachments } = await ticketOf(scene.ana, mail!)
  expect(attachments).toMatchObject([{ fileName: 'lift.png', mimeType: 'image/png' }])
  expect(description).toMatch(
    new RegExp(
      `Look here:[^]*!\\[.*\\]\\(/api/attachments/${attachments[0]?.id}\\?inline=true\\)[^]*and there`,
    ),
  )
  const long = await scene.post.deliver({ from: writers.ana, text: 'All work and no play. '.repeat(5000) })
  const whole = await ticketOf(scene.ana, long)
  expect(whole.description).toMatch(/\[…\] message\.txt$/)
  expect(whole.attachments).toMatchObject([{ fileName: 'message.txt' }])
})

test('a ticket says whether it has mails, and nothing of internal ones to clients', async () => {
  const { id } = await aTicket(scene.ana, { customerName: 'Meridian' })
  const told = async () => [
    (await detailOf(scene.eve, id)).hasMails,
    (await detailOf(scene.ana, id)).hasMails,
  ]
  expect(await told()).toEqual([false, false])
  const waiting = await scene.post.deliver({ from: writers.stranger, recipients: [answerAddress(id)] })
  expect(await told()).toEqual([false, false])
  await scene.eve.post(`/api/inbound/${waiting.id}/attach`, { ticketId: id })
  expect(await told()).toEqual([true, false])
  await scene.post.deliver({ from: writers.ana, recipients: [answerAddress(id)] })
  expect(await told()).toEqual([true, true])

  const { id: other } = await aTicket(scene.ana, { customerName: 'Meridian' })
  await scene.eve.put(`/api/tickets/${other}/supplier`, { address: 'parts@supplier.test' })
  expect((await detailOf(scene.eve, other)).hasMails).toBe(true)
  expect((await detailOf(scene.ana, other)).hasMails).toBe(false)
})
