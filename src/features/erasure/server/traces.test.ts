import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { tracesOf } from './traces.ts'

const words = { text: 'Erased', person: 'Somebody' }
const knownBy = {
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
  ['call +49 151 555-01234 or 004915155501234', 'call Erased or Erased'],
] as const

/** What is another one's, or nobody's. */
const left = [
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
  expect(tracesOf({ names: ['Li'], emails: [], numbers: ['110'] }, words)).toBeUndefined()

  // What the database does not find is never looked at.
  const database = await openTestDatabase()
  try {
    for (const [text] of found)
      for (const value of [text, JSON.stringify({ text })]) {
        const { rows } = await database.pool.query<{ isFound: boolean }>('select $1 ~* $2 as "isFound"', [
          value,
          traces.pattern,
        ])
        expect([value, rows[0]?.isFound]).toEqual([value, true])
      }
  } finally {
    await database.close()
  }
})
