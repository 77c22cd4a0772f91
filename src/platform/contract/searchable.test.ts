import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalForm, searchable, searchableWithPlaces, searchPieces, wordsFinder } from './searchable.ts'
import { processorMs } from '#test/processor-time.ts'

test('a letter keeps as many marks as any script needs', () => {
  expect(normalForm('Zoe\u0308 \u0e01\u0e35\u0e48', 'NFC')).toBe('Zo\u00eb \u0e01\u0e35\u0e48')
})

test.each(['\u0315\u0300\u05ae', '\u0315\uff9e'])('a mebibyte of marks is folded quickly: %j', (marks) => {
  const begun = processorMs()
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
    expect(normalForm(`a${marks.repeat(200_000)}`, form).length).toBeLessThan(100)
  expect(processorMs() - begun).toBeLessThan(2000)
})

test.each([
  ['muller', 'Müller & Söhne'],
  ['MÜLLER', 'muller'],
  ['sohne mull', 'Müller & Söhne'],
  ['  mu\u0308ller ', 'Müller'],
  ['ABC', 'ＡＢＣ'],
  ['', 'Müller'],
  ['strasse', 'Hauptstraße'],
  ['STRASSE', 'Hauptstraße'],
  ['großbritannien', 'GROSSBRITANNIEN'],
  ['weiß', 'JÖRG WEIẞ'],
  ['lodz', 'Łódź'],
  ['ŁÓDŹ', 'lodz'],
  ['soren', 'Søren Ærø'],
  ['aero', 'Søren Ærø'],
  ['Duro', 'Đuro'],
  ['hamrun', 'Ħamrun'],
  ['oeuvre', 'Œuvre'],
  ['οδοσ', 'ΟΔΟΣ'],
  ['ΟΔΟΣ', 'οδός'],
  ["can't", 'can’t'],
  ['can´t', 'can’t'],
  ["o'brien", 'OʼBrien'],
  ['wi-fi', 'Wi‑Fi'],
  ['-5', '−5'],
  ['"quoted"', '“quoted”'],
  ['0x80070005', '0x8007\u200b0005'],
  ['abteilung', 'Abtei\u00adlung'],
  ['ann', '\u202aAnn\u202c'],
  ['❤', 'I ❤\ufe0f it'],
  ['パス', 'ﾊﾟｽﾜｰﾄﾞ'],
  ['हिन्दी', 'हिन्दी भाषा'],
  ['שלום', 'שָׁלוֹם'],
  ['еще', 'Ещё'],
])('a person who types %j finds %j', (typed, text) => {
  expect(wordsFinder(typed)(text)).toBe(true)
})

test.each([
  ['パス', 'バス'],
  ['カス', 'ガス'],
  ['कि', 'की'],
  ['का', 'क'],
  ['ที', 'ท'],
])('a person who types %j does not find %j, which is another word', (typed, text) => {
  expect(wordsFinder(typed)(text)).toBe(false)
})

test('a text is found only with every word', () => {
  expect(wordsFinder('muller meier')('Müller & Söhne')).toBe(false)
})

test.each([
  ['Adam one', ['adam', 'one']],
  ['  Adam   one ', ['adam', 'one']],
  ['one Adam one', ['one', 'adam']],
  ['“Adam one”', ['adam one']],
  ['"Adam one" two', ['adam one', 'two']],
  ['say "Adam one"', ['say', 'adam one']],
  ['Adam, one', ['adam', 'one']],
  ['Adam , one', ['adam', 'one']],
  ['»Adam«, ‹one›.', ['adam', 'one']],
  ['"Adam" ("one  two")', ['adam', 'one two']],
  ['a 5" disk, "3" or 4"', ['a', '5', 'disk', '3', 'or', '4']],
  ['"Adam one', ['adam', 'one']],
  ['[TKT-000002] Printer on fire', ['tkt-000002', 'printer', 'on', 'fire']],
  ['#TKT-000002', ['tkt-000002']],
  ['(TKT-000002),', ['tkt-000002']],
  ['TKT-000002.', ['tkt-000002']],
  ['C: full', ['c:', 'full']],
  ['#7', ['#7']],
  ['C# and C++', ['c#', 'and', 'c++']],
  ['.env 100% -v *.txt', ['.env', '100%', '-v', '*.txt']],
  ['can’t open node.js', ["can't", 'open', 'node.js']],
  ['TKT‑000002', ['tkt-000002']],
  ['"', ['"']],
  ['?!', ['?!']],
  ['', ['']],
])('a search for %j is split into the pieces %j', (typed, pieces) => {
  expect(searchPieces(typed)).toEqual(pieces)
})

test('a text is found by all that it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from(' aÄb1.,"\'#()[]-:«»„“')) }), (text) => {
      const folded = searchable(text).replaceAll(/\s+/g, ' ')
      for (const piece of searchPieces(text)) expect(folded).toContain(piece)
    }),
  )
})

/** Folds the letter at this place, with the marks up to the next one. */
const foldedAt = (written: string, place: number, next = written.length) =>
  searchable(written.slice(place, next)).toUpperCase()

function expectWayBack(written: string): void {
  const { text, from } = searchableWithPlaces(written)
  expect(text).toBe(searchable(written))
  expect(from).toHaveLength(text.length)
  expect(from).toEqual(from.toSorted((one, other) => one - other))
  if (!/\P{M}/u.test(written.normalize('NFKD'))) return
  const strays = from.filter((place, at) => {
    // Letters of two units are compared as wholes: half of one has no capital.
    const isSecondHalf = at > 0 && text.codePointAt(at - 1)! > 0xff_ff
    const letter = String.fromCodePoint(text.codePointAt(at)!)
    return (
      !isSecondHalf &&
      !foldedAt(
        written,
        place,
        from.find((other) => other > place),
      ).includes(letter.toUpperCase())
    )
  })
  expect(strays).toEqual([])
}

test('each character of a folded text leads back to the letter it was made from', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), expectWayBack))
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          ...Array.from(' \n\u00a0\u2003¨aÄßΣİ가ﬁ\u0301ﾞ𝔸ł’ÆカकΑ\u0345\u200b\u00ad\ufe0f\u3164'),
        ),
      }),
      expectWayBack,
    ),
  )
})

test('a letter and an accent beyond the first 65,536 lead back', () => {
  expectWayBack('\u{16e40}a\u{10400}')
  expectWayBack('\u{e0100}')
})

test('every letter there is leads back', () => {
  const last = 0x10_ff_ff
  const atOnce = 4096
  for (let first = 0; first <= last; first += atOnce) {
    const letters = Array.from({ length: atOnce }, (_, at) => String.fromCodePoint(first + at))
    const { text, from } = searchableWithPlaces(letters.join(''))
    expect([first, from.length]).toEqual([first, text.length])
  }
})
