import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

const batch = [{ position: 4 }, { position: 5 }]
const defect = new TypeError('cannot read it')
const away = Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })

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

test('a failure that passes by itself never counts, however often it comes', () => {
  const batches = createBatches<{ position: number }>(500)
  for (let times = 0; times < 20; times++) expect(batches.failed(away, [{ position: 4 }])).toBeUndefined()
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
