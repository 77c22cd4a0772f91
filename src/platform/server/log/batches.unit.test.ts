import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

const batch = [{ position: 4 }, { position: 5 }]
const defect = new TypeError('cannot read it')
const away = (code: string) => Object.assign(new Error('the database is away'), { code })

test('an event that fails again and again is found among the others and passed over', () => {
  const batches = createBatches<{ position: number }>(500)
  expect([1, 2, 3].map(() => batches.failed(defect, batch))).toEqual([undefined, undefined, undefined])
  expect([batches.sizeAfter(3), batches.sizeAfter(4), batches.sizeAfter(5)]).toEqual([1, 1, 500])
  expect([1, 2, 3].map(() => batches.failed(defect, [{ position: 4 }]))).toEqual([
    undefined,
    undefined,
    { position: 4 },
  ])
})

test.each([
  ['the database that refuses', 'ECONNREFUSED'],
  ['a machine that cannot be reached', 'EHOSTUNREACH'],
  ['a network that is down', 'ENETUNREACH'],
  ['names that are not resolved just now', 'EAI_AGAIN'],
])('a failure that passes by itself, of %s, never counts, however often it comes', (_, code) => {
  const batches = createBatches<{ position: number }>(500)
  for (let times = 0; times < 20; times++)
    expect(batches.failed(away(code), [{ position: 4 }])).toBeUndefined()
  expect(batches.sizeAfter(3)).toBe(500)
  expect([1, 2].map(() => batches.failed(defect, [{ position: 4 }]))).toEqual([undefined, undefined])
})

test('failures in between which something succeeds do not add up', () => {
  const batches = createBatches<{ position: number }>(500)
  for (let times = 0; times < 6; times++) {
    expect(batches.failed(defect, [{ position: 4 }])).toBeUndefined()
    batches.succeeded()
  }
})
