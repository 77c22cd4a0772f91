import fc from 'fast-check'
import { expect, test } from 'vitest'
import { email, mobileNumber, normalizeEmail, requiredText, text } from './fields.ts'
import { containing, searchable } from './searchable.ts'

test.each([
  [' Ada@Example.COM\n', 'ada@example.com'],
  ['ADA@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ﬁ@example.com', 'fi@example.com'],
  ['a+b@example.com', 'a+b@example.com'],
  ['\u02d8a@example.com', '\u0306a@example.com'],
  ['no address', 'no address'],
  ['@example.com', '@example.com'],
  ['a@b@example.com', 'a@b@example.com'],
  ['a@evil.com/x', 'a@evil.com/x'],
  ['a@evil.com:80', 'a@evil.com:80'],
  ['\ud800@example.com', '\ufffd@example.com'],
  ['\u200bann@example.com', 'ann@example.com'],
  ['\u202aann@example.com\u202c', 'ann@example.com'],
  ['ann@exa\u00admple.com', 'ann@example.com'],
  ['mailto:Ann@example.com', 'ann@example.com'],
  ['Ann <ann@example.com>', 'ann@example.com'],
  ['"Berg, Ann" <MAILTO:ann@MÜNCHEN.example>', 'ann@xn--mnchen-3ya.example'],
  ['<ann@example.com>', 'ann@example.com'],
  ['Ann <ann>', 'ann <ann>'],
])('the address %j is stored as %j', (spelling, normal) => {
  expect(normalizeEmail(spelling)).toBe(normal)
})

test('an address in its normal form stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      expect(normalizeEmail(normalizeEmail(any))).toBe(normalizeEmail(any))
    }),
  )
  fc.assert(
    fc.property(fc.emailAddress(), (any) => {
      expect(normalizeEmail(any.toUpperCase())).toBe(normalizeEmail(any))
    }),
  )
})

test.each([
  '',
  'a',
  'a@',
  '@b.c',
  'a@b',
  'a b@example.com',
  'a@example.com, b@example.com',
  '"a"@example.com',
  'a@-example.com',
  'a@exa_mple.com',
  'İ@example.com',
  'a@127.0.0.1:25',
  'Ann <a@example.com>, Bob <b@example.com>',
  'mailto:a@example.com?cc=b@example.com',
])('the text %j is no email address', (value) => {
  expect(email().safeParse(value).success).toBe(false)
})

test.each([
  ['+1234567890', true],
  ['+12', true],
  ['', true],
  [' +491701234567 ', true],
  ['\u202a+491701234567\u202c', true],
  [null, true],
  [undefined, true],
  ['1234567890', false],
  ['+0123', false],
  ['+1234567890123456', false],
  ['+1 23', false],
  [123, false],
])('the mobile number %j is accepted: %s', (value, isAccepted) => {
  expect(mobileNumber().safeParse(value).success).toBe(isAccepted)
})

test('a text is stored in one form: trimmed, composed, whole characters only', () => {
  expect(text(() => 'Name', 10).parse(' Cafe\u0301 ')).toBe('Café')
  expect(text(() => 'Name', 10).parse('a\ud800b')).toBe('a\ufffdb')
  expect(text(() => 'Name', 2).safeParse('😀😀').success).toBe(true)
  expect(text(() => 'Name', 2).safeParse('😀😀😀').error?.issues[0]?.message).toBe(
    'Name must have at most 2 characters',
  )
  expect(requiredText(() => 'Name', 2).safeParse(' ').error?.issues[0]?.message).toBe('Name is required')
})

test.each([
  ['Grüße', 'grusse'],
  ['ÉCLAIR', 'eclair'],
  ['e\u0301', 'e'],
  ['ＡＢＣ', 'abc'],
  ['a \t  b', 'a b'],
  ['a\nb', 'a\nb'],
  ['İstanbul', 'istanbul'],
  ['21:33:ab', '21:33:ab'],
  ['C++', 'c++'],
])('the text %j is searched for as %j', (typed, folded) => {
  expect(searchable(typed)).toBe(folded)
})

test.each(['\u200b', '\u00ad', '\u202e \u2066', '\ufeff', '\u3164', '\u2800', '\u0007', '\u{e0041}'])(
  'a text of which nothing is seen is none: %j',
  (value) => {
    expect(requiredText(() => 'Name', 9).safeParse(value).error?.issues[0]?.message).toBe('Name is required')
    expect(text(() => 'Name', 9).parse(value)).toBe('')
  },
)

test.each(['नि\u200dम', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f', 'a\u00adb'])(
  'a text keeps what changes how it is seen: %j',
  (value) => {
    expect(requiredText(() => 'Name', 9).parse(value)).toBe(value.normalize('NFC'))
  },
)

test('a text that a person sees is found by typing it, in upper or lower case', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(words, fc.string(), fc.string(), (word, before, after) => {
      expect(searchable(`${before} ${word} ${after}`)).toContain(searchable(word))
    }),
  )
})

test('the wildcards of the database match only themselves', () => {
  expect(containing('50% of_a\\b')).toBe(String.raw`%50\% of\_a\\b%`)
})
