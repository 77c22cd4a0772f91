import { expect, test } from 'vitest'
import { strengthWords } from './password-strength.ts'

const weak = 'Easy to guess. Several words in a row are better.'

test.each([
  ['', undefined],
  ['secret', weak],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', weak],
  ['abcdefghijklmnop', weak],
  ['Password123', weak],
  ['Qwertz2024!', weak],
  ['123456789012', weak],
  ['tulip-9-boat', 'Fair. Longer is better.'],
  ['blue harbour steam oven', 'Strong.'],
  ['лодка и тихий океан', 'Strong.'],
  ['x9!Kd03$vQ_p', 'Strong.'],
])('the password %j is rated %j', (password, words) => {
  expect(strengthWords(password)).toBe(words)
})
