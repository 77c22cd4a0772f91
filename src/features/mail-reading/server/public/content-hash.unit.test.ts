import { expect, test } from 'vitest'
import { createContentHash } from './content-hash.ts'

function hashOf(mail: string, pieces = mail.length) {
  const hash = createContentHash()
  for (let at = 0; at < mail.length; at += pieces)
    hash.add(Buffer.from(mail.slice(at, at + pieces), 'latin1'))
  return hash.finish()
}

const mail = (headers: string, body = 'Words.\r\n') =>
  `${headers}From: a@b.test\r\nMessage-ID: <one@b.test>\r\nSubject: A\r\n long one\r\n\r\n${body}`

test('the same mail has the same hash in every mailbox, in whatever pieces it comes', () => {
  const first = hashOf(mail('Received: by one\r\n'))
  expect(first.messageId).toBe('one@b.test')
  expect(hashOf(mail('Delivered-To: two@desk.test\r\nReceived: by two\r\n'))).toEqual(first)
  expect(hashOf(mail('', 'Words.\r\n\r\n'))).toEqual(first)
  for (const pieces of [1, 3, 7, 40]) expect(hashOf(mail(''), pieces)).toEqual(first)
})

test('another body, subject or Message-ID is another mail', () => {
  const { contentHash } = hashOf(mail(''))
  const others = [
    mail('', 'Other words.'),
    mail('').replace('long', 'short'),
    mail('').replace('<one', '<two'),
  ]
  for (const other of others) expect(hashOf(other).contentHash).not.toBe(contentHash)
})

test('a mail without headers, without end of them, and an empty one have a hash', () => {
  for (const odd of ['', 'x'.repeat(600_000), '\r\n\r\nbody', 'Message-ID: <a@b>'])
    expect(hashOf(odd, 50_000).contentHash).toMatch(/^[\da-f]{64}$/)
})

test('empty lines count where words follow, in whatever pieces and number they come', () => {
  const gap = (lines: number) => mail('', `Words.${'\r\n'.repeat(lines)}More.\r\n\r\n`)
  const first = hashOf(gap(9))
  for (const pieces of [1, 2, 5, 64]) expect(hashOf(gap(9), pieces)).toEqual(first)
  expect(hashOf(gap(8))).not.toEqual(first)
  // Time in proportion to its square would not end here.
  expect(hashOf(mail('', '\r\n'.repeat(15_000_000)), 65_536)).toEqual(hashOf(mail('', '')))
})
