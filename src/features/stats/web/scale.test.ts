import { expect, test } from 'vitest'
import { linesFor } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [100, [0, 50, 100]],
  [431, [0, 200, 400, 600]],
])('an axis up to %d has the lines %j', (most, lines) => {
  expect(linesFor(most)).toEqual(lines)
})
