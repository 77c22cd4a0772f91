import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import type { TrayReason } from '#features/inbound/contract.ts'
import { deliveryReport, deskAddress, type Letter } from './incoming-mail.ts'
import { writers } from './mail-desk.ts'

/** A ticket of Ana, with ids and addresses that a forger may know of it. */
export interface Target {
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

let numbered = 0
const otherKey = createReplyTokens('another secret')
/** Writes the last letter of the signature otherwise. */
const changed = (address: string) =>
  address.replace(/(.)(.{8})@/, (_, letter: string, rest: string) => `${letter === 'a' ? 'b' : 'a'}${rest}@`)

type Forged = (target: Target) => Letter
type Result = TrayReason | 'event' | 'own ticket'

const { stranger, cleo, eve, ana, ben } = writers
const by = (from: string, letter: (target: Target) => Letter): Forged => {
  return (target) => ({ from, ...letter(target) })
}
/** A mail by a stranger that answers the thread, with these headers above all others. */
const withHeaders =
  (lines: (target: Target) => readonly string[]): Forged =>
  (target) => ({
    from: stranger,
    raw: [
      ...lines(target),
      `To: ${deskAddress}`,
      'Subject: Forged',
      `Message-ID: <forged-${++numbered}@nowhere.test>`,
      `In-Reply-To: <${target.toAna}>`,
      '',
      'Words.',
      '',
    ].join('\r\n'),
  })
const from = (...values: string[]): Forged => withHeaders(() => values.map((value) => `From: ${value}`))
const also = (...lines: string[]): Forged => withHeaders(() => [`From: ${stranger}`, ...lines])
const forwardOf = (writer: string) =>
  `---------- Forwarded message ---------\nFrom: ${writer}\nTo: x@y.test\nSubject: x\n\nText`

const bounce = (target: Target, about: string | undefined, recipient = 'cleo@tallow.test') => ({
  from: 'MAILER-DAEMON <mailer-daemon@nowhere.test>',
  recipients: [target.token],
  raw: deliveryReport({ recipient, about }),
})

/** Mails of people who are not who they seem, and what becomes of each. */
export const forgeries: [string, Result, Forged][] = [
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
  ['staff who forward a mail', 'own ticket', by(eve, () => ({ subject: 'Fwd: x', text: forwardOf(ana) }))],
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
  [
    'a bounce that names a reader, and no mail',
    'event',
    (target) => bounce(target, undefined, 'ana@meridian.test'),
  ],
]
