import { expect, test } from 'vitest'
import { normalForm, wordsFinder } from './searchable.ts'
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
])('a person who types %j finds %j', (typed, text) => {
  expect(wordsFinder(typed)(text)).toBe(true)
})

test('a text is found only with every word', () => {
  expect(wordsFinder('muller meier')('Müller & Söhne')).toBe(false)
})
