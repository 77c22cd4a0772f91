import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { corpusIds, corpusMail } from '#test/mail-corpus.ts'
import { fold } from './quotes/fold.ts'
import { UnreadableMail, type ReadMail } from './public/read-mail.ts'
import { anySign, signs } from './quotes/signs.ts'
import { understandMail } from './understand.ts'

const mails = corpusIds.map(corpusMail)

/** A mail of the corpus that was cut, in which bytes were changed, or to which another one was added. */
const damaged = fc
  .record({
    mail: fc.nat(mails.length - 1),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    flips: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 12 }),
    second: fc.option(fc.nat(mails.length - 1), { freq: 5 }),
  })
  .map(({ mail, cut, flips, second }) => {
    const whole = Buffer.concat([
      mails[mail] ?? Buffer.alloc(0),
      second === null ? Buffer.alloc(0) : (mails[second] ?? Buffer.alloc(0)),
    ])
    const bytes = Buffer.from(whole.subarray(0, cut === null ? whole.length : Math.floor(whole.length * cut)))
    for (const [place, value] of flips) if (bytes.length > 0) bytes[Math.floor(place * bytes.length)] = value
    return bytes
  })

async function read(bytes: Buffer): Promise<ReadMail | undefined> {
  try {
    return await understandMail(Readable.from([bytes]))
  } catch (error) {
    if (error instanceof UnreadableMail) return undefined
    throw error
  }
}

const textsOf = (mail: ReadMail): string[] => [
  mail.subject,
  mail.fromText,
  mail.text,
  mail.whole,
  mail.messageId ?? '',
  mail.returnPath ?? '',
  ...mail.folded.map(({ text }) => text),
  ...mail.files.map(({ name }) => name),
  ...[mail.from, mail.sender, mail.forwarded, ...mail.to, ...mail.cc, ...mail.replyTo].flatMap((one) =>
    one ? [one.name, one.address] : [],
  ),
  ...mail.bounces.flatMap(({ address, diagnostic }) => [address, diagnostic]),
  ...[...mail.headers.values()].flat(),
]

const inLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/^[>\s]+/g, '').trim())
    .filter((line) => line !== '')

/** Lines as answers, quotes and signatures have them, in any order. */
const written = `Yes, please.
The second one is broken too.
> quoted
>> deeper
>
--\u0020
Ana Ansel
Tel. 123
On Tue, 3 Mar 2026 at 09:30, Eve <eve@desk.test> wrote:
Am 03.03.2026 um 09:30 schrieb Eve:
-----Original Message-----
From: Eve <eve@desk.test>
Sent: Tuesday
To: Ana
Subject: Printer
Von: Eve
Gesendet: 09:30
An: Ana
____________
Sent from my iPhone
See below.
`.split('\n')
const line = fc.constantFrom(...written, ...Object.values(signs), `${signs.looseQuote}> indented`)

test.each([
  ' ',
  ' \t',
  '\n',
  '-',
  '*_',
  'a:',
  '> ',
  '-- \n',
  'wrote ',
  'wrote:\n',
  'From: a@b\n',
  '<',
  '<p>',
  '<!--',
  '<style>',
  '=?utf-8?q?a',
  '(',
])('a mail of %j only is read before the test is over', async (piece) => {
  const long = piece.repeat(60_000 / piece.length)
  for (const type of ['plain', 'html'])
    expect(
      await read(
        Buffer.from(
          `Content-Type: text/${type}; a=${long.replaceAll('\n', '')}\r\nSubject: ${long}\r\n\r\n${long}x`,
        ),
      ),
    ).toBeDefined()
})

test('folding keeps each line, and shows something', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const { text, folded } = fold(lines.join('\n'), false)
      const before = inLines(lines.join('\n').replaceAll(anySign, ''))
      expect(inLines([text, ...folded.map((one) => one.text)].join('\n')).toSorted()).toEqual(
        before.toSorted(),
      )
      expect(text === '' && before.length > 0).toBe(false)
    }),
    { numRuns: 3000 },
  )
})

test(
  'damaged mails are read or refused, in clean Unicode, and nothing of their text is lost',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const mail = await read(bytes)
        if (!mail) return
        for (const text of textsOf(mail)) {
          expect(text).not.toMatch(/[^\P{Cc}\t\n]|[\uFDD0-\uFDEF]/u)
          expect(text.isWellFormed()).toBe(true)
          expect(text).toBe(text.normalize('NFC'))
        }
        for (const { name } of mail.files) {
          expect(name).toMatch(/^[^\\/]{1,255}$/)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        }
        // Alternatives say the same a second time.
        if (bytes.includes('multipart/alternative')) return
        const kept = new Set(inLines([mail.text, ...mail.folded.map(({ text }) => text)].join('\n')))
        expect(inLines(mail.whole).filter((line) => !kept.has(line))).toEqual([])
      }),
      { numRuns: 300 },
    )
  },
)
