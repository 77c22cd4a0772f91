import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { tracesOf } from './traces.ts'

const words = { text: 'Erased', person: 'Somebody' }
const knownBy = {
  others: ['José Müller-Lüdenscheidt Ortega', 'jose.mueller-luedenscheidt.ortega@example.com'],
  names: ['José Müller-Lüdenscheidt', 'Li'],
  emails: ['jose.mueller+desk@example.com'],
  numbers: ['+4915155501234', '110'],
}

/** What is found, and what is left of it. */
const found = [
  ['Ask José Müller-Lüdenscheidt.', 'Ask Somebody.'],
  ['ask JOSE  MULLER LUDENSCHEIDT', 'ask Somebody'],
  ['Müller-Lüdenscheidt, José', 'Somebody'],
  ['jose_muller_ludenscheidt.pdf', 'Somebody.pdf'],
  ['Jos\u0065\u0301 Mu\u0308ller-Lu\u0308denscheidt', 'Somebody'],
  ['<JOSE.Mueller+desk@Example.com>', '<Erased>'],
  [
    'Write to _jose.mueller+desk@example.com_. Or to ...jose.mueller+desk@example.com.',
    'Write to _Erased_. Or to ...Erased.',
  ],
  ['search=Jos%C3%A9+x&by=jose.mueller%2Bdesk%40example.com', 'search=Jos%C3%A9+x&by=Erased'],
  ['search=jose+muller%20ludenscheidt', 'search=Somebody'],
  ['search=Jos%C3%A9+M%C3%BCller-L%C3%BCdenscheidt&status=open', 'search=Somebody&status=open'],
  ['Jean José Müller-Lüdenscheidt', 'Jean Somebody'],
  ['call +49 151 555-01234 or 004915155501234', 'call Erased or Erased'],
] as const

/** Whose name is found where, and what is left of it. */
const foundOf = [
  ['민수 김', '담당 민수 김 입니다', '담당 Somebody 입니다'],
  ['Иван Петров', 'Звонил «Иван Петров»', 'Звонил «Somebody»'],
  ['Иван Петров', '„Иван Петров“ писал… Он Иван Петров…', '„Somebody“ писал… Он Somebody…'],
  ['Андрей Йосиф', 'Андрей Йосиф'.normalize('NFD'), 'Somebody'],
  ['Ada Strauß', 'Ada Strauss, ADA STRAUSS, Ada Strauß', 'Somebody, Somebody, Somebody'],
  ['Ada Strauss', 'Ada Strauß', 'Somebody'],
  ['Sean O’Brien', "Sean O’Brien, Sean O'Brien", 'Somebody, Somebody'],
  ["Sean O'Brien", 'Ask ‘Sean O’Brien’', 'Ask ‘Somebody’'],
  ['علی\u200cرضا کریمی', 'علی\u200cرضا کریمی', 'Somebody'],
  ['Mª Carmen López', 'Mª Carmen López', 'Somebody'],
  ['Gal·la Pujol', 'Gal·la Pujol', 'Somebody'],
  ['Anna\u2011Maria Berg', 'Anna\u2011Maria Berg', 'Somebody'],
  ['राहुल गांधी', 'राहुल गांधी, गांधी राहुल', 'Somebody, Somebody'],
  ['शांति शर्मा', 'शांति शर्मा', 'Somebody'],
] as const

/** What is another one's, or nobody's. */
const left = [
  'José Müller-Lüdenscheidt Ortega was here',
  'José called',
  'Josefa Müller-Lüdenscheidt',
  'xjose.mueller+desk@example.com',
  'jose.mueller@example.com',
  'maria.jose.mueller+desk@example.com',
  'maria-jose.mueller+desk@example.com',
  'jose.mueller+desk@example.com.au',
  'jose.mueller+desk@example.community',
  'jose.mueller+desk@example.com-munity.org',
  '149151555012345',
  'Li answered 110',
  'Jäsé Müller-Lüdenscheidt',
]

test('a person is found by name, address and number in whatever way people write them, and nobody else is', async () => {
  const traces = tracesOf(knownBy, words)!
  for (const [text, without] of found) expect(traces.erase(text)).toBe(without)
  for (const text of left) expect(traces.erase(text)).toBe(text)
  for (const [name, text, without] of foundOf) {
    const others = tracesOf({ names: [name], emails: [], numbers: [] }, words)!
    expect(others.erase(text)).toBe(without)
  }
  // Neither what begins with a character of two halves nor what bears no end of accents is looked at for ever.
  for (const [name, text] of [
    ['Иван Петров', '👍 спасибо'],
    ['Ada Berg', '👍da Berg'],
    ['Alexander Berg', `a${'\u0301'.repeat(5000)}`],
  ] as const)
    expect(tracesOf({ names: [name], emails: [], numbers: [] }, words)!.erase(text)).toBe(text)
  expect(tracesOf({ names: ['Li'], emails: [], numbers: ['110'] }, words)).toBeUndefined()

  // What the database does not find is never looked at.
  const database = await openTestDatabase()
  try {
    const inDatabase = async (text: string, pattern: string) => {
      const found = 'select $1 ~* $2 as "isFound"'
      return (await database.pool.query<{ isFound: boolean }>(found, [text, pattern])).rows[0]?.isFound
    }
    for (const [text] of found)
      for (const value of [text, JSON.stringify({ text })])
        expect([value, await inDatabase(value, traces.pattern)]).toEqual([value, true])
    for (const [name, text] of foundOf) {
      const { pattern } = tracesOf({ names: [name], emails: [], numbers: [] }, words)!
      expect([text, await inDatabase(text, pattern)]).toEqual([text, true])
    }
  } finally {
    await database.close()
  }
})
