import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rememberMail } from '#features/mail-threads/server/service.ts'
import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { deskAddress, type Letter } from '#test/incoming-mail.ts'
import { answerAddress, detailOf, historyOf, openMailDesk, writers, type MailDesk } from '#test/mail-desk.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { InboundMailDetail, TrayReason } from '../contract.ts'

let scene: MailDesk
let smtp: Smtp
let numbered = 0

/** A ticket of Ana, with ids and addresses that a forger may know of it. */
interface Target {
  id: string
  number: string
  /** Address for its answers. */
  token: string
  /** Message-IDs: of Ana's own mail, of ours to Ana and to Eve, and of one to Eve about an internal comment. */
  byAna: string
  toAna: string
  toEve: string
  toRoot: string
  internal: string
}

async function aTarget(): Promise<Target> {
  const { id, ticketNumber } = await aTicket(scene.ana, { customerName: 'Meridian' })
  const commentId = await aComment(scene.eve, id, 'Between us.', true)
  const number = ++numbered
  const ids = {
    byAna: `first-${number}@meridian.test`,
    toAna: `to-ana-${number}@desk.test`,
    toEve: `to-eve-${number}@desk.test`,
    toRoot: `to-root-${number}@desk.test`,
    internal: `internal-${number}@desk.test`,
  }
  await scene.desk.work(async (unit) => {
    const out = { ticketId: id, direction: 'out' } as const
    await rememberMail(unit, {
      messageId: ids.byAna,
      ticketId: id,
      direction: 'in',
      userId: scene.ana.id,
      subject: 'Printer',
    })
    await rememberMail(unit, { messageId: ids.toAna, userId: scene.ana.id, ...out })
    await rememberMail(unit, { messageId: ids.toEve, userId: scene.eve.id, ...out })
    await rememberMail(unit, { messageId: ids.toRoot, userId: scene.root.id, ...out })
    await rememberMail(unit, {
      messageId: ids.internal,
      userId: scene.eve.id,
      commentId,
      isInternal: true,
      ...out,
    })
  })
  return { id, number: ticketNumber, token: answerAddress(id), ...ids }
}

beforeAll(async () => {
  scene = await openMailDesk()
  smtp = await startSmtp()
  await sendThrough(scene.root, smtp)
})
beforeEach(() => scene.forgetMails())
afterAll(async () => {
  await scene.desk.close()
  await smtp.close()
})

const otherKey = createReplyTokens('another secret')
/** Writes the last letter of the signature otherwise. */
const changed = (address: string) =>
  address.replace(/(.)(.{8})@/, (_, letter: string, rest: string) => `${letter === 'a' ? 'b' : 'a'}${rest}@`)

type Forged = (target: Target) => Letter
type Result = TrayReason | 'event' | 'nothing' | 'own ticket'

const { stranger, cleo, eve, ana, ben } = writers
const by = (from: string, letter: (target: Target) => Letter): Forged => {
  return (target) => ({ from, ...letter(target) })
}
/** A mail by a stranger that answers the thread, with these headers above all others. */
const withHeaders =
  (lines: (target: Target) => readonly string[], text = 'Words.'): Forged =>
  (target) => ({
    from: stranger,
    raw: [
      ...lines(target),
      `To: ${deskAddress}`,
      'Subject: Forged',
      `Message-ID: <forged-${++numbered}@nowhere.test>`,
      `In-Reply-To: <${target.toAna}>`,
      '',
      text,
      '',
    ].join('\r\n'),
  })
const from = (...values: string[]): Forged => withHeaders(() => values.map((value) => `From: ${value}`))
const also = (...lines: string[]): Forged => withHeaders(() => [`From: ${stranger}`, ...lines])
const forwardOf = (writer: string) =>
  `---------- Forwarded message ---------\nFrom: ${writer}\nTo: x@y.test\nSubject: x\n\nText`

const bounce = (target: Target, about: string) => ({
  from: 'MAILER-DAEMON <mailer-daemon@nowhere.test>',
  recipients: [target.token],
  raw: [
    'From: MAILER-DAEMON <mailer-daemon@nowhere.test>',
    `To: ${deskAddress}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <bounce-${++numbered}@nowhere.test>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; nowhere.test',
    '',
    'Final-Recipient: rfc822; cleo@tallow.test',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${about}>`,
    '',
    '--b--',
    '',
  ].join('\r\n'),
})

const forgeries: [string, Result, Forged][] = [
  // Tickets of others
  ['a number by a stranger', 'unknown-sender', by(stranger, ({ number }) => ({ subject: `Re: ${number}` }))],
  ['a number by another client', 'own ticket', by(cleo, ({ number }) => ({ subject: `[${number}] Hi` }))],
  ['a number by a colleague who cannot see it', 'own ticket', by(ben, ({ number }) => ({ subject: number }))],
  ['a token by another client', 'not-of-ticket', by(cleo, ({ token }) => ({ recipients: [token] }))],
  ['a token by a stranger', 'unknown-sender', by(stranger, ({ token }) => ({ recipients: [token] }))],
  ['a token in capitals', 'not-of-ticket', by(cleo, ({ token }) => ({ to: token.toUpperCase() }))],
  ['a token among the copies', 'not-of-ticket', by(cleo, ({ token }) => ({ headers: { Cc: token } }))],
  ['a token with one changed letter', 'own ticket', by(cleo, ({ token }) => ({ to: changed(token) }))],
  [
    'a token by another key',
    'own ticket',
    by(cleo, ({ id }) => ({ to: replyAddress(deskAddress, otherKey.tokenOf(id)) })),
  ],
  [
    'a token that is too long',
    'own ticket',
    by(cleo, ({ token }) => ({ recipients: [deskAddress], headers: { Cc: token.replace('@', 'a@') } })),
  ],
  ['In-Reply-To by a stranger', 'unknown-sender', by(stranger, ({ toAna }) => ({ inReplyTo: toAna }))],
  ['References by another client', 'not-of-ticket', by(cleo, ({ byAna }) => ({ references: [byAna] }))],
  [
    'the root of its thread',
    'not-of-ticket',
    by(cleo, ({ id }) => ({ references: [`ticket-${id}@desk.test`] })),
  ],
  [
    'a hidden token in HTML',
    'not-of-ticket',
    by(cleo, ({ token }) => ({
      html: `<p>Hi</p><span style="display:none">${token}</span><a href="mailto:${token}">x</a>`,
    })),
  ],
  [
    'a token in X-Original-To and Delivered-To',
    'own ticket',
    by(cleo, ({ token }) => ({ headers: { 'X-Original-To': token, 'Delivered-To': token } })),
  ],
  [
    'the Message-ID of another’s mail',
    'own ticket',
    by(cleo, ({ byAna }) => ({ messageId: byAna, subject: 'Mine now' })),
  ],
  // Internal ids
  ['an internal id by the client', 'own ticket', by(ana, ({ internal }) => ({ inReplyTo: internal }))],
  ['an internal id by a colleague', 'own ticket', by(ben, ({ internal }) => ({ references: [internal] }))],
  [
    'an internal id by a stranger',
    'unknown-sender',
    by(stranger, ({ internal }) => ({ inReplyTo: internal })),
  ],
  // Names and addresses
  ['a name that holds an address', 'unknown-sender', from('"ana@meridian.test" <sam@nowhere.test>')],
  ['a name of staff', 'unknown-sender', from('"Eve Adams" <sam@nowhere.test>')],
  [
    'a name of staff with the address, encoded',
    'unknown-sender',
    from(`=?utf-8?B?${Buffer.from('Eve Adams <eve@staff.test>').toString('base64')}?= <sam@nowhere.test>`),
  ],
  [
    'a whole From that is encoded',
    'sender-unreadable',
    from(`=?utf-8?B?${Buffer.from('Ana <ana@meridian.test>').toString('base64')}?=`),
  ],
  [
    'a line end in an encoded name',
    'unknown-sender',
    from('=?utf-8?Q?Eve=0D=0AFrom:_ana@meridian.test?= <sam@nowhere.test>'),
  ],
  ['two From headers', 'sender-unreadable', from(stranger, ana)],
  ['two From headers, the other way', 'sender-unreadable', from(ana, stranger)],
  ['two addresses in From', 'sender-unreadable', from(`${stranger}, ${ana}`)],
  ['a group in From', 'sender-unreadable', from(`Team: ${ana};`)],
  ['an address before the brackets', 'unknown-sender', from('ana@meridian.test (Ana) <sam@nowhere.test>')],
  ['an address in a comment', 'unknown-sender', from('sam@nowhere.test (ana@meridian.test)')],
  ['an address as a quoted local part', 'sender-unreadable', from('"ana@meridian.test"@nowhere.test')],
  ['brackets in brackets', 'sender-unreadable', from('<ana@meridian.test <sam@nowhere.test>>')],
  ['two pairs of brackets', 'sender-unreadable', from('<ana@meridian.test> <sam@nowhere.test>')],
  ['a null byte in From', 'sender-unreadable', from('ana@meridian.test\0@nowhere.test')],
  ['a route in From', 'sender-unreadable', from('<@nowhere.test:ana@meridian.test>')],
  ['a relayed address', 'unknown-sender', from('ana%meridian.test@nowhere.test')],
  ['a subdomain of the client', 'unknown-sender', from('ana@mail.meridian.test')],
  ['the client’s domain in front of another', 'unknown-sender', from('ana@meridian.test.nowhere.test')],
  ['a Cyrillic letter in the domain', 'unknown-sender', from('ana@meridi\u0430n.test')],
  ['the same in punycode', 'unknown-sender', from('ana@xn--meridin-7fg.test')],
  ['a Cyrillic letter in the name', 'unknown-sender', from('\u0430na@meridian.test')],
  ['an invisible letter in the name', 'unknown-sender', from('ana\u200B@meridian.test')],
  ['plus-addressing of another person', 'unknown-sender', from('cleo+ana@tallow.test')],
  // Addresses of the desk
  ['the desk’s own address', 'own-address', from(`Support <${deskAddress}>`)],
  ['the desk’s own address in capitals', 'own-address', from('SUPPORT@DESK.TEST')],
  ['the desk’s own address with a dot', 'own-address', from('support@desk.test.')],
  ['the address of a ticket', 'own-address', withHeaders(({ token }) => [`From: ${token}`])],
  [
    'the desk’s own address for a person in Reply-To',
    'own-address',
    withHeaders(() => [`From: ${deskAddress}`, `Reply-To: ${ana}`]),
  ],
  [
    'a group that names two people',
    'own-address',
    withHeaders(() => [`From: ${deskAddress}`, `Reply-To: ${stranger}`, `X-Original-From: ${ana}`]),
  ],
  // Other headers
  ['a Reply-To of a client', 'unknown-sender', also(`Reply-To: ${ana}`)],
  ['a Reply-To of staff', 'unknown-sender', also(`Reply-To: ${eve}`)],
  ['a Sender', 'unknown-sender', also(`Sender: ${ana}`)],
  ['a resent mail', 'unknown-sender', also(`Resent-From: ${ana}`, `Resent-Sender: ${ana}`)],
  ['a return path', 'unknown-sender', also('Return-Path: <ana@meridian.test>')],
  ['an envelope of another', 'unknown-sender', by(stranger, () => ({ sender: 'ana@meridian.test' }))],
  ['an original sender', 'unknown-sender', also(`X-Original-From: ${ana}`, `X-Original-Sender: ${ana}`)],
  [
    'a list that rewrote the author',
    'event',
    withHeaders(() => [
      'From: "Ana via List" <list@lists.test>',
      `Reply-To: ${ana}`,
      'List-Id: <a.lists.test>',
    ]),
  ],
  // Staff
  ['staff with a token', 'staff-unproved', by(eve, ({ token }) => ({ recipients: [token] }))],
  ['staff with a number', 'staff-unproved', by(eve, ({ number }) => ({ subject: number }))],
  [
    'staff with the id of a mail to a client',
    'staff-unproved',
    by(eve, ({ toAna }) => ({ inReplyTo: toAna })),
  ],
  [
    'staff with the id of a mail to a colleague',
    'staff-unproved',
    by(eve, ({ toRoot }) => ({ references: [toRoot] })),
  ],
  ['staff with a quoted token', 'staff-unproved', by(eve, ({ token }) => ({ text: `> ${token}` }))],
  [
    'staff whom the sender’s own header proves',
    'staff-unproved',
    by(eve, ({ token }) => ({
      recipients: [token],
      headers: {
        'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=staff.test',
        'ARC-Authentication-Results': 'i=1; mx.desk.test; dmarc=pass header.from=staff.test',
        'ARC-Seal': 'i=1; cv=pass; a=rsa-sha256; d=desk.test; s=a; b=AAAA',
      },
    })),
  ],
  [
    'staff of another key',
    'written-by-staff',
    by(eve, ({ id }) => ({ to: replyAddress(deskAddress, otherKey.tokenOf(id)) })),
  ],
  // Third parties
  [
    'a forwarded mail of another client',
    'own ticket',
    by(cleo, () => ({ subject: 'Fwd: x', text: forwardOf(ana) })),
  ],
  [
    'copies to third parties',
    'own ticket',
    by(cleo, () => ({
      headers: { Cc: 'victim@third.test', Bcc: 'hidden@third.test' },
      recipients: [deskAddress],
    })),
  ],
  [
    'a subject with a header in it',
    'own ticket',
    by(cleo, () => ({ subject: 'Hi\r\nBcc: victim@third.test' })),
  ],
  // Machines
  [
    'an automatic mail with a token',
    'event',
    by(stranger, ({ token }) => ({ recipients: [token], headers: { 'Auto-Submitted': 'auto-replied' } })),
  ],
  ['a bounce of a mail that the client wrote', 'event', (target) => bounce(target, target.byAna)],
  ['a bounce for somebody who was sent nothing', 'event', (target) => bounce(target, 'none@nowhere.test')],
]

describe('a forged mail joins nothing, tells nothing and mails nobody:', () => {
  async function countAll() {
    const { rows } = await scene.desk.database.pool.query<Record<string, number>>(
      `select (select count(*)::int from users) as people, (select count(*)::int from comments) as comments,
        (select count(*)::int from mail_bounces) as refused,
        (select count(*)::int from ticket_participants p join tickets t on t.id = p.ticket_id
          where t.created_by_id = $1) as participants`,
      [scene.ana.id],
    )
    return rows[0]
  }

  test('there are more than forty', () => {
    expect(forgeries.length).toBeGreaterThan(40)
  })

  test.each(forgeries)('%s: %s', async (_, result, forged) => {
    const target = await aTarget()
    await untilMailed(scene.desk)
    const mailed = smtp.received.length
    const before = {
      all: await countAll(),
      ticket: await detailOf(scene.ana, target.id),
      history: await historyOf(scene.ana, target.id),
    }
    const mail = await scene.post.deliver(forged(target))
    expect(shown(mail)).toEqual(result)
    expect({
      all: await countAll(),
      ticket: await detailOf(scene.ana, target.id),
      history: await historyOf(scene.ana, target.id),
    }).toEqual(before)
    if (result === 'own ticket') {
      const ticket = await detailOf(scene.eve, mail.ticket?.id ?? '')
      expect(ticket.id).not.toBe(target.id)
      expect([scene.cleo.id, scene.ana.id, scene.ben.id]).toContain(ticket.createdById)
    }
    await untilMailed(scene.desk)
    const told = smtp.received.slice(mailed).flatMap(({ to }) => to)
    const own = mail.from?.address
    expect(
      told.filter((address) => !/@(?:staff\.test|example\.com)$/.test(address) && address !== own),
    ).toEqual([])
  })

  const shown = ({ state, outcome, reason }: InboundMailDetail): Result | string => {
    if (state === 'tray') return reason ?? ''
    return outcome === 'ticket' ? 'own ticket' : (outcome ?? state)
  }

  test('an id that another took for a mail of theirs still leads to its first ticket', async () => {
    const target = await aTarget()
    await scene.post.deliver({ from: cleo, messageId: target.byAna, subject: 'Mine now' })
    expect(await scene.post.deliver({ from: ana, inReplyTo: target.byAna })).toMatchObject({
      outcome: 'comment',
      ticket: { id: target.id },
    })
  })

  test('staff answer a mail of their own, publicly or within, and by the word of the relay', async () => {
    const target = await aTarget()
    const deliver = (letter: Letter) => scene.post.deliver({ from: eve, ...letter })
    const last = async () => (await detailOf(scene.eve, target.id)).comments.at(-1)
    expect(await deliver({ inReplyTo: target.toEve })).toMatchObject({ outcome: 'comment' })
    expect(await last()).toMatchObject({ isInternal: false, user: { id: scene.eve.id } })
    expect(await deliver({ inReplyTo: target.internal })).toMatchObject({ outcome: 'comment' })
    expect(await last()).toMatchObject({ isInternal: true })
    // The token beside it would make it public.
    expect(await deliver({ inReplyTo: target.internal, recipients: [target.token] })).toMatchObject({
      outcome: 'comment',
    })
    expect(await last()).toMatchObject({ isInternal: true })
    const settings = { formSenders: [], authenticationServer: 'mx.desk.test', products: [] }
    await scene.root.put('/api/admin/inbound-settings', settings)
    const proved = { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=staff.test' }
    expect(await deliver({ recipients: [target.token], headers: proved })).toMatchObject({
      outcome: 'comment',
    })
    const encoded = `=?utf-8?Q?;_dmarc=3Dpass_header.from=3Dstaff.test;?=@nowhere.test`
    const forged = { 'Authentication-Results': `mx.desk.test; spf=pass smtp.mailfrom=${encoded}` }
    expect(await deliver({ recipients: [target.token], headers: forged })).toMatchObject({
      state: 'tray',
      reason: 'staff-unproved',
    })
    await scene.root.put('/api/admin/inbound-settings', { ...settings, authenticationServer: null })
  })

  test('a form that writes for staff proves nothing', async () => {
    const target = await aTarget()
    const settings = { formSenders: ['form@site.test'], authenticationServer: null, products: [] }
    await scene.root.put('/api/admin/inbound-settings', settings)
    const letter = { from: 'Form <form@site.test>', replyTo: eve, recipients: [target.token] }
    expect(await scene.post.deliver(letter)).toMatchObject({ state: 'tray', reason: 'staff-unproved' })
    await scene.root.put('/api/admin/inbound-settings', { ...settings, formSenders: [] })
  })
})
