import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { ReadMail } from '../public/read-mail.ts'
import { understandMail } from '../understand.ts'

const read = (raw: string): Promise<ReadMail> =>
  understandMail(Readable.from([Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n'))]))

/** A mail of several parts, each with its headers. */
const multipart = (subtype: string, parts: readonly string[]) =>
  `From: ana@meridian.example\nContent-Type: multipart/${subtype}; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`

describe('machines', () => {
  const kindOf = async (headers: string, text = 'Text') =>
    (await read(`From: a@example.org\n${headers}\n\n${text}\n`)).automatic
  test.each([
    ['Auto-Submitted: auto-generated', 'notification'],
    ['Auto-Submitted: auto-replied; owner-email="x"', 'auto-reply'],
    ['Auto-Submitted: no', undefined],
    ['X-Autoreply: yes', 'auto-reply'],
    ['X-Autorespond: vacation', 'auto-reply'],
    ['Precedence: auto_reply', 'auto-reply'],
    ['X-Autoreply: no', undefined],
    ['Return-Path: <>', 'notification'],
    ['Content-Type: multipart/report; report-type=feedback-report; boundary=b', 'notification'],
    ['List-Id: <a.example.org>', 'list'],
    ['Precedence: bulk', 'bulk'],
    ['Return-Path: <>\nSubject: Automatische Antwort: Drucker', 'out-of-office'],
    ['Return-Path: <>\nSubject: Undeliverable: Printer', 'bounce'],
    ['Subject: Printer', undefined],
  ])('%j is %s', async (headers, kind) => {
    const found = await kindOf(headers)
    expect(found?.kind).toBe(kind)
    expect(found?.isGuess ?? false).toBe(false)
  })

  test.each([
    'Subject: Out of office: Printer',
    'Subject: Abwesenheitsnotiz',
    'X-Auto-Response-Suppress: All',
    'List-Unsubscribe: <https://example.org/>',
  ])('%j alone is a guess', async (headers) => {
    expect((await kindOf(headers))?.isGuess).toBe(true)
  })

  test.each([
    ['I am away until 16 March 2026.', '2026-03-16'],
    ['Ich bin bis zum 16.03.2026 nicht im Haus.', '2026-03-16'],
    ['Ich bin bis einschließlich Montag, 16. März, abwesend.', '2026-03-16'],
    ['Back on March 16th, 2026', '2026-03-16'],
    ['I am out until 2026-03-16', '2026-03-16'],
    ["Je suis absent jusqu'au 16 mars 2026", '2026-03-16'],
    ['Estaré fuera hasta el 16 de marzo de 2026', '2026-03-16'],
    ['Jestem nieobecny do 16 marca', '2026-03-16'],
    ['Away until 5 January', '2027-01-05'],
    ['Back on 3/4/2026', undefined],
    ['Back on 3/16/2026', '2026-03-16'],
    ['2026年3月16日まで不在です', '2026-03-16'],
    ['I am away for some time.', undefined],
  ])('%j ends on %s', async (text, day) => {
    const found = await kindOf(
      'Date: Tue, 3 Mar 2026 10:00:00 +0100\nAuto-Submitted: auto-replied\nSubject: Automatic reply',
      text,
    )
    expect(found?.until ?? undefined).toBe(day)
  })

  test('an acknowledgement that names a day is no absence', async () => {
    const headers =
      'Date: Tue, 3 Mar 2026 10:00:00 +0100\nAuto-Submitted: auto-replied\nSubject: Your request 77'
    expect(await kindOf(headers, 'You will hear from us until 16 March 2026.')).toMatchObject({
      kind: 'auto-reply',
      until: null,
    })
    expect(await kindOf(headers, 'I am out of office until 16 March 2026.')).toMatchObject({
      kind: 'out-of-office',
      until: '2026-03-16',
    })
  })

  test('reports in prose name the address and the reason', async () => {
    const exim = await read(
      'From: Mailer-Daemon@example.org\nReturn-Path: <>\nX-Failed-Recipients: ben@meridian.example\nSubject: Mail delivery failed: returning message to sender\n\nA message could not be delivered:\n\n  ben@meridian.example\n    host mx [192.0.2.1]: 550 5.1.1 No such user\n\nMessage-ID: <ticket-1@desk.test>\n',
    )
    expect(exim.bounces).toMatchObject([
      { address: 'ben@meridian.example', status: '5.1.1', action: 'failed' },
    ])
    expect(exim.bouncedMessageId).toBe('ticket-1@desk.test')
    const qmail = await read(
      'From: MAILER-DAEMON@example.org\nSubject: failure notice\n\nHi. This is the qmail-send program.\n\n<ben@meridian.example>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.2.2 mailbox full\n',
    )
    expect(qmail.bounces).toMatchObject([{ address: 'ben@meridian.example', status: '5.2.2' }])
  })

  test('reports of delay and of success are told apart', async () => {
    const report = (action: string, status: string) =>
      read(
        multipart('report; report-type=delivery-status', [
          'Content-Type: text/plain\n\nReport',
          `Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ben@meridian.example\nAction: ${action}\nStatus: ${status}`,
        ]),
      )
    expect((await report('delayed', '4.4.1')).bounces).toMatchObject([{ action: 'delayed', status: '4.4.1' }])
    expect(await report('delivered', '2.0.0')).toMatchObject({
      bounces: [],
      automatic: { kind: 'notification' },
    })
  })
})

describe('forwarded mails', () => {
  test.each([
    [
      'Fwd: x',
      'Hi\n\nBegin forwarded message:\n\nFrom: "Sam" <sam@supplier.example>\nSubject: x\nDate: 3 March 2026\nTo: ana@meridian.example\n\nText',
    ],
    ['TR: x', 'De : Sam <sam@supplier.example>\nEnvoyé : mardi\nÀ : Ana\nObjet : x\n\nText'],
    ['WG: x', 'Von: Sam [mailto:sam@supplier.example]\nGesendet: Dienstag\nAn: Ana\nBetreff: x\n\nText'],
    [
      'x',
      '-------- Weitergeleitete Nachricht --------\nBetreff: \tx\nDatum: \tTue, 3 Mar 2026\nVon: \tSam <sam@supplier.example>\nAn: \tana@meridian.example\n\nText',
    ],
    [
      'PD: x',
      '---------- Wiadomość przekazana ----------\nOd: Sam <sam@supplier.example>\nData: wt.\nTemat: x\n\nText',
    ],
    [
      'Fwd: x',
      '---------- Пересылаемое сообщение ---------\nОт: Sam <sam@supplier.example>\nДата: вт\nТема: x\n\nText',
    ],
  ])('with the subject %j names the inner sender, and stays open', async (subject, text) => {
    const mail = await read(
      `From: eve@desk.test\nSubject: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`,
    )
    expect(mail.forwarded).toEqual({ name: 'Sam', address: 'sam@supplier.example' })
    expect(mail.folded).toEqual([])
  })

  test('as a file names the inner sender', async () => {
    const mail = await read(
      `Subject: Fwd: x\n${multipart('mixed', ['Content-Type: text/plain\n\nSee below.', 'Content-Type: message/rfc822\n\nFrom: Sam <sam@supplier.example>\nSubject: x\n\nText'])}`,
    )
    expect(mail.forwarded).toEqual({ name: 'Sam', address: 'sam@supplier.example' })
  })

  test('are not answers to them', async () => {
    const mail = await read(
      'From: ana@meridian.example\nSubject: Re: Fwd: x\n\nYes.\n\nOn 3 Mar 2026, Eve <eve@desk.test> wrote:\n> ---------- Forwarded message ---------\n> From: Sam <sam@supplier.example>\n> To: eve@desk.test\n> Text\n',
    )
    expect(mail).toMatchObject({ text: 'Yes.', forwarded: null })
  })
})
