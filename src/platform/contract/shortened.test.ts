import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab cd', 3, 'ab…'],
  ['a🇩🇪🇫🇷b', 4, 'a🇩🇪…'],
  ['ab👩‍👩‍👧‍👦', 5, 'ab…'],
  ['ae\u0301e\u0301', 4, 'ae\u0301…'],
  ['हिन्दी', 3, 'हि…'],
  ['a👍🏽', 2, 'a…'],
  [`a${'\u0301'.repeat(500)}`, 10, `a${'\u0301'.repeat(9)}…`],
])('shortens %j to %i letters, and cuts none of them', (text, most, kept) => {
  expect(shortened(text, most)).toBe(kept)
})

test('a shortened text keeps to its limit and begins like the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), fc.integer({ min: 1, max: 20 }), (text, most) => {
      const kept = shortened(text, most)
      expect(Array.from(kept).length).toBeLessThanOrEqual(most + 1)
      expect(text.startsWith(kept.replace(/…$/, ''))).toBe(true)
    }),
  )
})
