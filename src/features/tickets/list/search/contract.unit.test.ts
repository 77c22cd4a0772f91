import { expect, test } from 'vitest'
import { faultOf, readDay, readSearch, readStatus, withOtherWords, withoutToken } from './contract.ts'

test.each([
  ['phone', 'phone', []],
  ['from:rosie phone', 'phone', [['from', 'rosie']]],
  ['phone From:“Rosie Klein” ringing', 'phone ringing', [['from', 'Rosie Klein']]],
  [
    'before:monday  after:2026-03-01',
    '',
    [
      ['before', 'monday'],
      ['after', '2026-03-01'],
    ],
  ],
  ['status:open status:open x', 'x', [['status', 'open']]],
  ['status:nowhere has:wheels colour:red', 'status:nowhere has:wheels colour:red', []],
  ['from: phone', 'phone', []],
  ['xfrom:rosie http://status:open', 'xfrom:rosie http://status:open', []],
  ['"mail from:bob" late', '"mail from:bob" late', []],
  ['', '', []],
])('the search %j is split into words and tokens', (typed, words, tokens) => {
  const read = readSearch(typed)
  expect([read.words, read.tokens.map(({ name, value }) => [name, value])]).toEqual([words, tokens])
})

test('a token is removed, and stays beside other words', () => {
  const typed = 'phone from:“Rosie Klein” ringing'
  const [token] = readSearch(typed).tokens
  expect(withoutToken(typed, token!)).toBe('phone ringing')
  expect(withOtherWords(typed, ['fone'])).toBe('fone from:“Rosie Klein”')
})

test.each([
  ['2026-03-01', { date: '2026-03-01' }],
  ['1.3.2026', { date: '2026-03-01' }],
  ['2026-02-30', undefined],
  ['Monday', { weekday: 1 }],
  ['so', { weekday: 7 }],
  ['Samstag', { weekday: 6 }],
  ['heute', { ago: 0 }],
  ['YESTERDAY', { ago: 1 }],
  ['soon', undefined],
  ['', undefined],
])('the text %j names the day %j', (typed, day) => {
  expect(readDay(typed)).toEqual(day)
})

test('a status is named by its value or its words, also by a beginning', () => {
  expect([readStatus('open'), readStatus('re'), readStatus('In Progress'), readStatus('nowhere')]).toEqual([
    ['open'],
    ['resolved'],
    ['progress'],
    undefined,
  ])
  expect(readStatus('unresolved')).toContain('testing')
})

test('only a day that is none is a fault', () => {
  expect(faultOf('phone before:2026-13-01')).toContain('before:2026-13-01 names no day')
  expect(faultOf('before:monday after: from:x status:y')).toBeUndefined()
})
