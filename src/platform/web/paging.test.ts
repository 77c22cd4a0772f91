import { expect, test } from 'vitest'
import { offsetOf, pageCountOf, pageSummary } from './paging.ts'

test('the summary says which of all tickets are shown', () => {
  expect(pageSummary(1, { total: 12 })).toBe('Showing 1 to 10 of 12 tickets')
  expect(pageSummary(2, { total: 12 })).toBe('Showing 11 to 12 of 12 tickets')
  expect(pageSummary(3, { total: 10_000, totalIsAtLeast: true })).toBe('Showing 21 to 30 of 10,000+ tickets')
  expect(pageSummary(1, { total: 0 })).toBe('Showing 0 to 0 of 0 tickets')
})

test('every eleventh ticket begins another page', () => {
  expect([0, 1, 10, 11, 60].map((total) => pageCountOf(total))).toEqual([1, 1, 1, 2, 6])
  expect([1, 2, 7].map((page) => offsetOf(page))).toEqual([0, 10, 60])
})
